"""Accounts of customers (at a bank, or with a tariff, a policy, a plan, a tenancy), and bookings."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random
from typing import Any

from m3bench_world.chance import Chance
from m3bench_world.service.tables import Bookable, BookingClass, Profile, Record, bookable, stamp

_KINDS = {
    "insurance": "policy", "technical support": "plan", "real estate": "tenancy", "telecom": "line",
}  # fmt: skip
_MERCHANTS = (
    "Café Zander", "Grünwald Market", "Ledger Books", "Metro Tickets", "Nightjar Streaming", "Petrol Ost",
    "Pharmacy Linde", "Tulip Grocers",
)  # fmt: skip
LATE_FEE = 750
_MONTHS = 4


def accounts(
    chance: Chance, profile: Profile, now: datetime, customers: dict[str, Record], tariffs: list[Record]
) -> dict[str, Record]:
    """Return the accounts of a company by id."""
    made: list[Record] = []
    for number, customer in enumerate(customers.values() if tariffs else ()):
        draw = chance.stream("service account", profile.code, number)
        kinds = ("current", "savings") if profile.domain == "banking" else (_KINDS[profile.domain],)
        for kind in kinds:
            key = f"{profile.code}-A{60011 + 13 * len(made)}"
            made.append(_account(draw, key, profile, customer, kind=kind, tariffs=tariffs, now=now))
    return {account["id"]: account for account in made}


def _account(
    draw: Random,
    key: str,
    profile: Profile,
    customer: Record,
    *,
    kind: str,
    tariffs: list[Record],
    now: datetime,
) -> Record:
    tariff = draw.choice(tariffs) if kind != "savings" else None
    booked = _bank_movements(draw, kind) if profile.domain == "banking" else _bills(draw, tariff)
    moved = [(now - timedelta(days=days, hours=hours), *rest) for days, hours, *rest in booked]
    opened = f"{customer['since']}T09:00:00Z"
    transactions = _listed(key, moved)
    return {
        "id": key,
        "company": profile.code,
        "customer_id": customer["id"],
        "kind": kind,
        "status": "active",
        "paused_until": None,
        "currency": profile.currency,
        "opened_at": opened,
        "balance_cents": sum(transaction["amount_cents"] for transaction in transactions),
        "overdraft_cents": 50_000 if kind == "current" else 0,
        "tariff": _tariff(tariff),
        "cards": _cards(draw, key) if kind == "current" else [],
        "transactions": transactions,
        "history": [{"at": opened, "event": "opened"}],
    }


def _tariff(product: Record | None) -> Record | None:
    return product and {
        "product_id": product["id"], "name": product["name"], "monthly_cents": product["price_cents"]
    }  # fmt: skip


def _cards(draw: Random, key: str) -> list[Record]:
    number = key.partition("-A")[2]
    return [
        {
            "id": f"{key[:3]}-K{number}{index}",
            "kind": kind,
            "last4": str(draw.randint(1000, 9999)),
            "status": "blocked" if draw.random() < 0.08 else "active",
        }
        for index, kind in enumerate(("debit", "credit")[: draw.choice((1, 1, 2))], 1)
    ]


def _bank_movements(draw: Random, kind: str) -> list[tuple[Any, ...]]:
    """Days ago, hours, text, kind, cents: the oldest first."""
    if kind == "savings":
        return [
            (day, 9, "Standing order", "transfer", 100 * draw.randint(50, 600)) for day in (110, 80, 50, 20)
        ]
    found: list[tuple[Any, ...]] = [
        (118, 8, "Balance brought forward", "deposit", 100 * draw.randint(900, 4000))
    ]
    for month in range(_MONTHS):
        start = 115 - 28 * month
        found.append((start, 7, "Salary", "deposit", 100 * draw.randint(1500, 3200)))
        days = sorted(draw.sample(range(start - 26, start - 1), 4), reverse=True)
        found += [(day, 5, draw.choice(_MERCHANTS), "purchase", -draw.randint(320, 18_900)) for day in days]
        if draw.random() < 0.5:
            found.append((start - 27, 4, "Account fee", "fee", -draw.choice((250, 490, 690))))
    return found


def _bills(draw: Random, tariff: Record | None) -> list[tuple[Any, ...]]:
    monthly = tariff["price_cents"] if tariff else 0
    found: list[tuple[Any, ...]] = []
    for month in range(_MONTHS):
        start = 112 - 28 * month
        found.append(
            (start, 6, f"{tariff['name'] if tariff else 'Service'}, monthly charge", "charge", -monthly)
        )
        if draw.random() < 0.25:
            found.append((start - 10, 6, "Late payment fee", "fee", -LATE_FEE))
        if month < _MONTHS - 1 or draw.random() < 0.7:
            found.append((start - 14, 6, "Payment received", "payment", monthly))
    return found


def _listed(key: str, moved: list[Any]) -> list[Record]:
    balance, listed = 0, []
    for index, (at, text, kind, cents) in enumerate(moved, 1):
        balance += cents
        listed.append(
            {
                "id": f"{key[:3]}-X{key.partition('-A')[2]}{index:02d}",
                "at": stamp(at),
                "text": text,
                "kind": kind,
                "amount_cents": cents,
                "balance_cents": balance,
                "status": "booked",
            }
        )
    return listed


OFFERS, COUNT = 40, 30
_FIRST_DAY, _LAST_DAY = -30, 60


def offers(chance: Chance, profile: Profile, now: datetime) -> dict[str, Record]:
    """Return what can be booked, past and future, by id."""
    known = bookable(profile.domain)
    made = [_offer(chance, profile, now, known, number) for number in range(OFFERS)] if known else []
    return {booking["id"]: booking for booking in made}


def _offer(chance: Chance, profile: Profile, now: datetime, known: Bookable, number: int) -> Record:
    draw = chance.stream("service offer", profile.code, number)
    name, usual, hours = known.offers[number % len(known.offers)]
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    day = _FIRST_DAY + number * (_LAST_DAY - _FIRST_DAY) // OFFERS + draw.randint(0, 2)
    hour = 15 if known.kind == "room" else draw.randint(8, 17)
    starts = midnight + timedelta(days=day, hours=hour)
    price = usual * draw.randint(85, 115) // 1000 * 10
    return {
        "id": f"{profile.code}-F{501 + number}",
        "company": profile.code,
        "kind": known.kind,
        "name": name,
        "place": name.partition(" to ")[0] if known.kind == "flight" else draw.choice(profile.cities),
        "starts_at": stamp(starts),
        "ends_at": stamp(starts + timedelta(hours=hours)),
        "currency": profile.currency,
        "classes": [_class(draw, class_, price) for class_ in known.classes],
        "extras": [{"name": extra, "price_cents": cents} for extra, cents in known.extras],
        "waitlist": [],
    }


def _class(draw: Random, known: BookingClass, price: int) -> Record:
    return {
        "name": known.name,
        "price_cents": price * known.percent // 100,
        "places_left": draw.choice((0, 1, 2, 4, 7, 9)),
        "rules": {
            "change_fee_cents": known.change_fee_cents,
            "cancel_percent": known.cancel_percent,
            "free_hours": known.free_hours,
        },
    }


def bookings(
    chance: Chance, now: datetime, customers: dict[str, Record], offered: dict[str, Record]
) -> dict[str, Record]:
    """Return the bookings of a company by id."""
    people, choices = list(customers.values()), list(offered.values())
    made = [_booking(chance, now, people, choices, number) for number in range(COUNT)] if choices else []
    return {offer["id"]: offer for offer in made}


def _booking(
    chance: Chance, now: datetime, people: list[Record], choices: list[Record], number: int
) -> Record:
    offer = choices[number * len(choices) // COUNT]
    code = offer["company"]
    draw = chance.stream("service booking", code, number)
    customer, chosen = draw.choice(people), draw.choice(offer["classes"])
    guests = draw.choice((1, 1, 2, 2, 3)) if offer["kind"] in ("flight", "room") else 1
    extras = [dict(extra) for extra in offer["extras"] if draw.random() < 0.3]
    price, more = chosen["price_cents"] * guests, sum(extra["price_cents"] for extra in extras)
    starts = datetime.fromisoformat(offer["starts_at"])
    booked = min(starts, now) - timedelta(days=draw.uniform(2, 60))
    record: Record = {
        "id": f"{code}-B{40203 + 11 * number}",
        "company": code,
        "customer_id": customer["id"],
        "offer_id": offer["id"],
        **{key: offer[key] for key in ("kind", "name", "place", "starts_at", "ends_at", "currency")},
        "class": chosen["name"],
        "guests": guests,
        "booked_at": stamp(booked),
        "status": "confirmed" if starts > now else draw.choices(("completed", "no_show"), (9, 1))[0],
        "price_cents": price,
        "extras": extras,
        "extras_cents": more,
        "fees_cents": 0,
        "total_cents": price + more,
        "payments": [{"at": stamp(booked), "amount_cents": price + more, "reason": "booking"}],
        "rules": chosen["rules"],
        "checked_in_at": None,
        "invoice": None,
        "history": [{"at": stamp(booked), "event": "booked"}],
    }
    if record["status"] == "confirmed" and draw.random() < 0.1:
        _cancel(record, booked + timedelta(hours=20))
    return record


def _cancel(record: Record, at: datetime) -> None:
    """Cancel a booking long before it starts, at no cost."""
    total = record["total_cents"]
    record |= {"status": "cancelled", "price_cents": 0, "extras": [], "extras_cents": 0, "total_cents": 0}
    record["payments"].append({"at": stamp(at), "amount_cents": -total, "reason": "cancellation"})
    record["history"].append({"at": stamp(at), "event": "cancelled"})
