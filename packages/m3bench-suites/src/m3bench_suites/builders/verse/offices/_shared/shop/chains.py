"""A chain of questions about the shop: each depends on the answer to the one before."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from m3bench.checks import Expected, NoStrayFiles
from m3bench.suites import Plan, Solution
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared.job import (
    RETRIEVAL,
    Job,
    Wording,
    first_fitting,
    number,
    text,
)
from m3bench_suites.builders.verse.offices._shared.shop.data import DATABASE, Shop, draw_shop
from m3bench_suites.builders.verse.offices._shared.sql import SERVER, query, records
from m3bench_suites.builders.verse.offices._shared.values import amount

_JOINED = (
    "FROM orders o JOIN customers c ON c.id = o.customer_id JOIN products p ON p.id = o.product_id "
    "WHERE o.status = 'shipped'"
)


class _Chain(NamedTuple):
    shop: Shop
    city: str
    category: str
    customer: str


def _leader(sums: dict[str, float]) -> str | None:
    """Return the key of the largest value, unless two share it."""
    found = sorted(sums, key=lambda key: sums[key], reverse=True)
    clear = len(found) > 1 and sums[found[0]] - sums[found[1]] > 0.01
    return found[0] if clear else None


def _chain(draw: TaskDraw, part: int) -> _Chain | None:
    shop = draw_shop(draw, part)
    cities: defaultdict[str, float] = defaultdict(float)
    categories: defaultdict[str, defaultdict[str, float]] = defaultdict(lambda: defaultdict(float))
    buyers: defaultdict[tuple[str, str], defaultdict[str, float]] = defaultdict(lambda: defaultdict(float))
    for order in shop.orders:
        if order.status == "shipped":
            city, category = shop.customer(order.customer_id).city, shop.product(order.product_id).category
            cities[city] += shop.value(order)
            categories[city][category] += order.quantity
            buyers[city, category][shop.customer(order.customer_id).name] += order.quantity
    top = _leader(cities)
    best = _leader(categories[top]) if top else None
    buyer = _leader(buyers[top, best]) if top and best else None
    if top is None or best is None or buyer is None or categories[top][best] < 10:
        return None
    return _Chain(shop, top, best, buyer)


_STRONGEST_CITY = Wording(
    requests=(
        """In {file}, consider shipped orders only. Which city of our customers brings the most revenue
        (quantity × product price), and how much? Which product category has the most pieces ordered
        from that city, and how many? And which customer there ordered the most pieces of that
        category?""",
        """Use the shipped orders of {file}. First find the customer city with the highest revenue
        (quantity times price) and the amount; then, for that city, the category with the largest sum
        of quantities and that sum; then the customer of that city with the most pieces in this
        category.""",
    ),
    fuzzy=(
        """Going by what was shipped in {file}: which city is our best market and for how much, what kind
        of product do they take most of there (how many pieces), and who is the main buyer of it in
        that city?""",
        """Where do we earn most, according to the shipped orders in {file}? Tell me the city and revenue,
        the category with the most pieces there and how many, and which customer of that city buys most
        of it.""",
    ),
)


_STRONGEST_CITY_FIELDS = (
    text("city", "the city with the highest revenue"),
    number("revenue", "its revenue"),
    text("category", "the category with the most pieces in that city"),
    number("pieces", "how many pieces these are"),
    text("customer", "the customer of that city with the most pieces of that category"),
)


def _strongest_city_plan() -> Plan:
    (cities,) = yield [
        query(
            f"SELECT c.city, ROUND(SUM(o.quantity * p.price), 2) AS revenue {_JOINED} "
            "GROUP BY c.city ORDER BY revenue DESC LIMIT 1"
        )
    ]
    city, revenue = records(cities)[0]["city"], float(records(cities)[0]["revenue"])
    (kinds,) = yield [
        query(
            f"SELECT p.category, SUM(o.quantity) AS pieces {_JOINED} AND c.city = :city "
            "GROUP BY p.category ORDER BY pieces DESC LIMIT 1",
            cities,
            city=city,
        )
    ]
    category, pieces = records(kinds)[0]["category"], int(records(kinds)[0]["pieces"])
    (buyers,) = yield [
        query(
            f"SELECT c.name, SUM(o.quantity) AS pieces {_JOINED} AND c.city = :city "
            "AND p.category = :category GROUP BY c.id ORDER BY pieces DESC LIMIT 1",
            cities,
            kinds,
            city=city,
            category=category,
        )
    ]
    buyer = records(buyers)[0]["name"]
    return Solution(
        f"{city} leads with {revenue}; {category} sells best there ({pieces} pieces), mostly to {buyer}.",
        fields={
            "city": Expected(city),
            "revenue": amount(revenue),
            "category": Expected(category),
            "pieces": Expected(pieces),
            "customer": Expected(buyer),
        },
        checks=(NoStrayFiles(),),
    )


def strongest_city(draw: TaskDraw) -> Job:
    """Find the strongest city, its strongest category, and the customer behind it."""
    case = first_fitting(draw, lambda part: _chain(draw, part))
    assert case is not None

    return Job(
        level="L2",
        kind=RETRIEVAL,
        wording=_STRONGEST_CITY,
        words={"file": DATABASE},
        fields=_STRONGEST_CITY_FIELDS,
        plan=_strongest_city_plan,
        servers=(SERVER,),
        files=(case.shop.file(),),
        secrets=(case.city, case.category, case.customer),
    )
