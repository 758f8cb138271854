"""Products, vouchers and orders of a company."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random

from m3bench_world.chance import Chance
from m3bench_world.service.tables import Profile, Record, goods, stamp

COUNT = 36
_AGES = (0.1, 0.3, 0.8, 1.4, 1.8, 2.5, 4.0, 5.5, 7.0, 9.0, 14.0, 20.0, 28.0, 35.0, 60.0, 85.0)
"""In days; meals are a hundred times as quick."""
_PROCESSED, _SHIPPED, _DELIVERED = 0.5, 2.0, 6.0
_CARRIERS = ("Blue Heron", "Postline", "Swiftcart")
_METHODS = ("card", "card", "invoice", "wallet")


def products(chance: Chance, profile: Profile) -> dict[str, Record]:
    """Return the goods and tariffs of a company by id."""
    listed = [(kind, *entry) for kind in ("goods", "tariff") for entry in goods(profile.domain, kind)]
    made = {}
    for number, (kind, name, usual) in enumerate(listed):
        draw = chance.stream("service product", profile.code, name)
        key = f"{profile.code}-P{301 + number}"
        record = {
            "id": key,
            "company": profile.code,
            "name": name,
            "kind": kind,
            "price_cents": usual * draw.randint(85, 115) // 1000 * 10,
            "currency": profile.currency,
        }
        made[key] = record | ({"stock": draw.choice((0, 2, 5, 14, 40))} if kind == "goods" else {})
    return made


def vouchers(chance: Chance, profile: Profile, now: datetime) -> dict[str, Record]:
    """Return the vouchers of a company by code: valid ones, and one that has expired."""
    made = {}
    for number, (percent, cents, days) in enumerate(((10, 0, 30), (0, 500, 60), (20, 0, -12))):
        draw = chance.stream("service voucher", profile.code, number)
        key = f"{profile.code}-V{draw.randint(100, 199) + 100 * number}"
        made[key] = {
            "id": key,
            "company": profile.code,
            "percent": percent,
            "amount_cents": cents,
            "least_cents": 2000 if cents else 0,
            "valid_until": (now + timedelta(days=days)).date().isoformat(),
            "used_by": None,
        }
    return made


def orders(
    chance: Chance, profile: Profile, now: datetime, customers: dict[str, Record], sold: Sequence[Record]
) -> dict[str, Record]:
    """Return the orders of a company by id."""
    people = list(customers.values())
    made = [
        _order(
            chance.stream("service order", profile.code, number),
            profile,
            now,
            people=people,
            sold=sold,
            number=number,
        )
        for number in range(COUNT if sold else 0)
    ]
    return {order["id"]: order for order in made}


def _order(
    draw: Random,
    profile: Profile,
    now: datetime,
    *,
    people: list[Record],
    sold: Sequence[Record],
    number: int,
) -> Record:
    pace = 0.01 if profile.domain == "food delivery" else 1.0
    age = _AGES[number % len(_AGES)] * draw.uniform(0.9, 1.1)
    placed = now - timedelta(days=age * pace)
    customer = draw.choice(people)
    items = [
        _item(draw, product, line) for line, product in enumerate(draw.sample(sold, draw.randint(1, 3)), 1)
    ]
    subtotal = sum(item["quantity"] * item["unit_price_cents"] for item in items)
    shipping = draw.choice((0, 390, 490))
    status = _status(age, draw)
    record: Record = {
        "id": f"{profile.code}-O{20101 + 7 * number}",
        "company": profile.code,
        "customer_id": customer["id"],
        "placed_at": stamp(placed),
        "status": status,
        "items": items,
        "subtotal_cents": subtotal,
        "discount_cents": 0,
        "voucher": None,
        "shipping_cents": shipping,
        "total_cents": subtotal + shipping,
        "currency": profile.currency,
        "payment": {"method": draw.choice(_METHODS), "paid_cents": subtotal + shipping, "refunded_cents": 0},
        "refunds": [],
        "returns": [],
        "shipment": _shipment(draw, customer, placed, status, pace),
        "replaces": None,
        "history": [{"at": stamp(placed), "event": "placed"}],
    }
    _add_refund(draw, record, now)
    return record


def _item(draw: Random, product: Record, line: int) -> Record:
    return {
        "line": line,
        "product_id": product["id"],
        "name": product["name"],
        "quantity": draw.choice((1, 1, 1, 2, 3)),
        "unit_price_cents": product["price_cents"],
        "status": "ordered",
    }


def _status(age: float, draw: Random) -> str:
    if age < _PROCESSED:
        return "placed"
    if age < _SHIPPED:
        return "processing"
    if age < _DELIVERED:
        return "shipped"
    return draw.choices(("delivered", "cancelled"), (9, 1))[0]


def _shipment(draw: Random, customer: Record, placed: datetime, status: str, pace: float) -> Record:
    sent = placed + timedelta(days=_SHIPPED * 0.9 * pace)
    arrived = placed + timedelta(days=draw.uniform(3.5, 5.2) * pace)
    is_sent, is_there = status in ("shipped", "delivered"), status == "delivered"
    return {
        "carrier": draw.choice(_CARRIERS),
        "tracking": f"{draw.randint(10**9, 10**10 - 1)}" if is_sent else None,
        "address": customer["address"],
        "shipped_at": stamp(sent) if is_sent else None,
        "expected_at": stamp(arrived),
        "delivered_at": stamp(arrived) if is_there else None,
    }


def _add_refund(draw: Random, record: Record, now: datetime) -> None:
    """Cancelled orders were refunded, and so were a few that were delivered."""
    total = record["total_cents"]
    part = draw.random()
    if record["status"] == "cancelled":
        cents, reason = total, "order cancelled"
    elif record["status"] == "delivered" and part < 0.2:
        cents, reason = (total if part < 0.08 else total // 4), "arrived damaged"
    else:
        return
    last = record["shipment"]["delivered_at"] or record["placed_at"]
    at = min(datetime.fromisoformat(last) + timedelta(hours=draw.randint(3, 40)), now)
    number = record["id"].partition("-O")[2]
    record["refunds"].append(
        {
            "id": f"{record['company']}-R{number}",
            "amount_cents": cents,
            "reason": reason,
            "line": None,
            "at": stamp(at),
        }
    )
    record["payment"]["refunded_cents"] = cents
    record["history"].append({"at": stamp(at), "event": f"refunded {cents} cents"})
