"""Small changes of the shop's database, and a question: one or two statements."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from m3bench.checks import Expected, NoStrayFiles, SqliteRows
from m3bench.suites import Plan, Solution
from m3bench_suites.builders.tasks import TaskSpec
from m3bench_suites.builders.verse.expected import listed
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared.fitting import first_fitting
from m3bench_suites.builders.verse.offices._shared.shop.data import (
    DATABASE,
    Customer,
    Order,
    Shop,
    draw_shop,
    newcomer,
)
from m3bench_suites.builders.verse.offices._shared.sql import SERVER, changed, query, records
from m3bench_suites.builders.verse.offices._shared.values import amount, join
from m3bench_suites.builders.verse.offices._shared.words import CITIES

ONLY_DATABASE = NoStrayFiles((DATABASE,))
_QUARTERS = {
    "the first quarter of 2025": ("2025-01-01", "2025-03-31"),
    "the second quarter of 2025": ("2025-04-01", "2025-06-30"),
    "the third quarter of 2025": ("2025-07-01", "2025-09-30"),
}


def new_customer(draw: TaskDraw) -> TaskSpec:
    """Add a customer under the next free id."""
    shop = draw_shop(draw)
    added = Customer(shop.customers[-1].id + 1, newcomer(draw, shop), draw.pick(CITIES, "city"), "wholesale")

    def plan() -> Plan:
        values = {"name": added.name, "city": added.city, "segment": added.segment}
        insert = "INSERT INTO customers (id, name, city, segment) SELECT MAX(id) + 1, :name, :city, :segment"
        (done,) = yield [query(f"{insert} FROM customers", **values)]
        changed(done, 1)
        counts = "(SELECT COUNT(*) FROM customers) AS customers"
        first = "(SELECT name FROM customers ORDER BY id LIMIT 1) AS first"
        select = f"SELECT id, {counts}, {first} FROM customers WHERE name = :name"
        (found,) = yield [query(select, done, name=added.name)]
        row = records(found)[0]
        rows = tuple(tuple(one) for one in (*shop.customers, added))
        return Solution(
            f"{added.name} has the id {row['id']}; there are {row['customers']} customers now.",
            checks=(SqliteRows(DATABASE, "SELECT * FROM customers", rows), ONLY_DATABASE),
            fields={
                "id": Expected(int(row["id"])),
                "customers": Expected(int(row["customers"])),
                "first": Expected(row["first"]),
            },
        )

    return TaskSpec(
        level="L1",
        words={"file": DATABASE, **added._asdict()},
        plans=(plan,),
        servers=(SERVER,),
        files=(shop.file(),),
        key_facts=(str(added.id),),
    )


def _has_distinct_prices(shop: Shop) -> bool:
    return len({product.price for product in shop.products}) == len(shop.products)


def price_rise(draw: TaskDraw) -> TaskSpec:
    """Raise the prices of a category."""
    shop = first_fitting(draw, lambda part: draw_shop(draw, part), _has_distinct_prices)
    percent = draw.pick((5, 10, 15), "percent")
    category = draw.pick(sorted({product.category for product in shop.products}), "category")
    products = [
        product._replace(price=round(product.price * (100 + percent) / 100, 2))
        if product.category == category
        else product
        for product in shop.products
    ]
    raised = sorted(
        (product for product in products if product.category == category), key=lambda one: one.price
    )

    def plan() -> Plan:
        update = (
            f"UPDATE products SET price = ROUND(price * {100 + percent} / 100, 2) WHERE category = :category"
        )
        (done,) = yield [query(update, category=category)]
        changed(done, len(raised))
        select = "SELECT name, price FROM products WHERE category = :category ORDER BY price DESC"
        (found,) = yield [query(select, done, category=category)]
        top, low = records(found)[0], records(found)[-1]
        rows = tuple((product.id, product.price) for product in products)
        return Solution(
            f"{len(raised)} prices changed; {top['name']} is the dearest at {top['price']}, "
            f"{low['name']} the cheapest at {low['price']}.",
            checks=(SqliteRows(DATABASE, "SELECT id, price FROM products", rows), ONLY_DATABASE),
            fields={
                "changed": Expected(len(records(found)), grounds=()),
                "dearest": Expected(top["name"]),
                "dearest_price": amount(float(top["price"])),
                "cheapest_price": amount(float(low["price"])),
            },
        )

    return TaskSpec(
        level="L1",
        words={"file": DATABASE, "category": category, "percent": percent},
        plans=(plan,),
        servers=(SERVER,),
        files=(shop.file(),),
        key_facts=(raised[-1].name,),
    )


class _Cancelled(NamedTuple):
    shop: Shop
    customer: Customer
    day: str
    orders: list[Order]


def _cancelled(draw: TaskDraw, part: int) -> _Cancelled | None:
    """Return a customer with several open orders before a day, and at least one on that day."""
    shop = draw_shop(draw, part)
    for customer in draw.sample(shop.customers, len(shop.customers), "candidates", part):
        waiting = sorted(
            (order for order in shop.orders if order.customer_id == customer.id and order.status == "open"),
            key=lambda one: one.ordered_on,
        )
        before = [one for one in waiting if one.ordered_on < waiting[-1].ordered_on]
        if len(before) >= 2 and sum(one.quantity for one in before) > 9:
            return _Cancelled(shop, customer, waiting[-1].ordered_on, before)
    return None


def cancel_orders(draw: TaskDraw) -> TaskSpec:
    """Cancel old open orders of a customer."""
    case = first_fitting(draw, lambda part: _cancelled(draw, part))
    assert case is not None
    ids = {order.id for order in case.orders}

    def plan() -> Plan:
        where = (
            "status = 'open' AND ordered_on < :day AND "
            "customer_id = (SELECT id FROM customers WHERE name = :name)"
        )
        given = {"day": case.day, "name": case.customer.name}
        (found,) = yield [query(f"SELECT id, quantity FROM orders WHERE {where} ORDER BY id", **given)]
        (done,) = yield [query(f"UPDATE orders SET status = 'cancelled' WHERE {where}", found, **given)]
        changed(done, len(ids))
        orders = [int(row["id"]) for row in records(found)]
        pieces = [int(row["quantity"]) for row in records(found)]
        rows = tuple(
            (order.id, "cancelled" if order.id in ids else order.status) for order in case.shop.orders
        )
        return Solution(
            f"The orders {join(orders)} are cancelled, {sum(pieces)} pieces in all.",
            checks=(SqliteRows(DATABASE, "SELECT id, status FROM orders", rows), ONLY_DATABASE),
            fields={"cancelled": listed(orders), "pieces": Expected(sum(pieces), grounds=tuple(orders))},
        )

    return TaskSpec(
        level="L1",
        words={"file": DATABASE, "name": case.customer.name, "day": case.day},
        plans=(plan,),
        servers=(SERVER,),
        files=(case.shop.file(),),
        key_facts=tuple(map(str, sorted(ids))),
    )


def clear_products(draw: TaskDraw) -> TaskSpec:
    """Delete products that nobody has ordered."""
    shop = draw_shop(draw)
    sold = {order.product_id for order in shop.orders}
    kept = [product for product in shop.products if product.id in sold]
    unsold = [product for product in shop.products if product.id not in sold]
    where = "id NOT IN (SELECT product_id FROM orders)"

    def plan() -> Plan:
        (found,) = yield [query(f"SELECT name, stock FROM products WHERE {where} ORDER BY name")]
        (done,) = yield [query(f"DELETE FROM products WHERE {where}", found)]
        changed(done, len(unsold))
        names = [row["name"] for row in records(found)]
        pieces = sum(int(row["stock"]) for row in records(found))
        rows = tuple((one.id, one.name) for one in kept)
        return Solution(
            f"{join(names)} are gone, with {pieces} pieces in stock.",
            checks=(SqliteRows(DATABASE, "SELECT id, name FROM products", rows), ONLY_DATABASE),
            fields={"removed": listed(names), "stock": Expected(pieces, grounds=tuple(names))},
        )

    return TaskSpec(
        level="L1",
        words={"file": DATABASE},
        plans=(plan,),
        servers=(SERVER,),
        files=(shop.file(),),
        key_facts=tuple(one.name for one in unsold),
    )


def _revenue(shop: Shop, first: str, last: str) -> list[tuple[float, str]]:
    sums: defaultdict[str, float] = defaultdict(float)
    for order in shop.orders:
        if order.status == "shipped" and first <= order.ordered_on <= last:
            sums[shop.customer(order.customer_id).name] += shop.value(order)
    return sorted(((round(total, 2), name) for name, total in sums.items()), reverse=True)


def best_customer(draw: TaskDraw) -> TaskSpec:
    """Find the customers with the largest and the second largest revenue of a quarter."""
    quarter = draw.pick(sorted(_QUARTERS), "quarter")
    first, last = _QUARTERS[quarter]

    def is_clear(shop: Shop) -> bool:
        found = _revenue(shop, first, last)
        return len(found) > 2 and found[0][0] > found[1][0] > found[2][0]

    shop = first_fitting(draw, lambda part: draw_shop(draw, part), is_clear)

    def plan() -> Plan:
        (found,) = yield [
            query(
                "SELECT c.name, ROUND(SUM(o.quantity * p.price), 2) AS total FROM orders o "
                "JOIN customers c ON c.id = o.customer_id JOIN products p ON p.id = o.product_id "
                "WHERE o.status = 'shipped' AND o.ordered_on BETWEEN :first AND :last "
                "GROUP BY c.id ORDER BY total DESC LIMIT 2",
                first=first,
                last=last,
            )
        ]
        best, second = records(found)
        return Solution(
            f"{best['name']} leads with {best['total']}, before {second['name']}.",
            fields={
                "customer": Expected(best["name"]),
                "revenue": amount(float(best["total"])),
                "second": Expected(second["name"]),
            },
            checks=(NoStrayFiles(),),
        )

    return TaskSpec(
        level="L1",
        kind="retrieval",
        words={"file": DATABASE, "quarter": quarter},
        plans=(plan,),
        servers=(SERVER,),
        files=(shop.file(),),
        key_facts=tuple(name for _, name in _revenue(shop, first, last)[:2]),
    )


SMALL_JOBS = (new_customer, price_rise, cancel_orders, clear_products, best_customer)
