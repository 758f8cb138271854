"""What a company offers for booking, and the bookings of its customers."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

from m3bench_world.chance import Chance
from m3bench_world.service.tables import Bookable, BookingClass, Profile, Record, bookable, stamp

OFFERS, COUNT = 40, 30
_FIRST_DAY, _LAST_DAY = -30, 60


def offers(chance: Chance, profile: Profile, now: datetime) -> dict[str, Record]:
    """Return what can be booked, past and future, by id."""
    known = bookable(profile.domain)
    made = [_offer(chance, profile, now, known, number) for number in range(OFFERS)] if known else []
    return {each["id"]: each for each in made}


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
        "classes": [_class(draw, each, price) for each in known.classes],
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
    return {each["id"]: each for each in made}


def _booking(
    chance: Chance, now: datetime, people: list[Record], choices: list[Record], number: int
) -> Record:
    offer = choices[number * len(choices) // COUNT]
    code = offer["company"]
    draw = chance.stream("service booking", code, number)
    customer, chosen = draw.choice(people), draw.choice(offer["classes"])
    guests = draw.choice((1, 1, 2, 2, 3)) if offer["kind"] in ("flight", "room") else 1
    extras = [dict(each) for each in offer["extras"] if draw.random() < 0.3]
    price, more = chosen["price_cents"] * guests, sum(each["price_cents"] for each in extras)
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
