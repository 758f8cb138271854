"""A chain of questions about the shop: each depends on the answer to the one before."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from m3bench.checks import Expected, NoStrayFiles
from m3bench.suites import Plan, Solution
from m3bench_suites.builders.tasks import TaskSpec
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared.fitting import first_fitting
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


def strongest_city(draw: TaskDraw) -> TaskSpec:
    """Find the strongest city, its strongest category, and the customer behind it."""
    case = first_fitting(draw, lambda part: _chain(draw, part))
    assert case is not None

    return TaskSpec(
        level="L2",
        kind="retrieval",
        words={"file": DATABASE},
        plans=(_strongest_city_plan,),
        servers=(SERVER,),
        files=(case.shop.file(),),
        key_facts=(case.city, case.category, case.customer),
    )
