"""Larger changes of the shop's database, and a chain of questions: several statements."""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from typing import NamedTuple

from m3bench.checks import Expected, SqliteRows
from m3bench.suites import Plan, Solution, call
from m3bench_suites.builders.tasks import TaskSpec
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared.fitting import first_fitting
from m3bench_suites.builders.verse.offices._shared.shop.changes import ONLY_DATABASE
from m3bench_suites.builders.verse.offices._shared.shop.data import (
    DATABASE,
    Customer,
    Order,
    Product,
    Shop,
    draw_shop,
)
from m3bench_suites.builders.verse.offices._shared.sql import SCHEMAS, SERVER, changed, query, records
from m3bench_suites.builders.verse.offices._shared.values import amount

_LAST_DAY = "2025-12-31"


class _Duplicate(NamedTuple):
    shop: Shop
    kept: Customer
    removed: Customer


def _duplicate(draw: TaskDraw, part: int) -> _Duplicate | None:
    """Return a shop in which a customer with orders is entered twice."""
    shop = draw_shop(draw, part)
    kept, other = sorted(draw.sample(shop.customers, 2, "twice", part))
    removed = other._replace(name=f"{kept.name} Ltd", city=kept.city, segment=kept.segment)
    customers = [removed if customer.id == other.id else customer for customer in shop.customers]
    moved = [order for order in shop.orders if order.customer_id == removed.id]
    old = [order for order in shop.orders if order.customer_id == kept.id]
    fits = len(moved) >= 3 and len(old) + len(moved) > 10
    return _Duplicate(shop._replace(customers=customers), kept, removed) if fits else None


def merge_customers(draw: TaskDraw) -> TaskSpec:
    """Merge a customer that is entered twice."""
    case = first_fitting(draw, lambda part: _duplicate(draw, part))
    assert case is not None
    shop, kept, removed = case
    moved = sum(order.customer_id == removed.id for order in shop.orders)

    def plan() -> Plan:
        (pair,) = yield [
            query(
                "SELECT id, name, city FROM customers WHERE name LIKE :name ORDER BY id", name=f"{kept.name}%"
            )
        ]
        first, second = (int(row["id"]) for row in records(pair))
        update = "UPDATE orders SET customer_id = :kept WHERE customer_id = :removed"
        (orders,) = yield [query(update, pair, kept=first, removed=second)]
        changed(orders, moved)
        (gone,) = yield [query("DELETE FROM customers WHERE id = :removed", pair, orders, removed=second)]
        changed(gone, 1)
        (found,) = yield [
            query("SELECT COUNT(*) AS orders FROM orders WHERE customer_id = :kept", pair, gone, kept=first)
        ]
        total = int(records(found)[0]["orders"])
        customers = tuple(tuple(customer) for customer in shop.customers if customer != removed)
        owners = tuple(
            (order.id, kept.id if order.customer_id == removed.id else order.customer_id)
            for order in shop.orders
        )
        return Solution(
            f"{moved} orders moved to {first}; the customer has {total} orders now.",
            checks=(
                SqliteRows(DATABASE, "SELECT * FROM customers", customers),
                SqliteRows(DATABASE, "SELECT id, customer_id FROM orders", owners),
                ONLY_DATABASE,
            ),
            fields={
                "kept": Expected(first),
                "city": Expected(records(pair)[0]["city"]),
                "moved": Expected(moved, grounds=()),
                "orders": Expected(total),
            },
        )

    return TaskSpec(
        level="L2",
        words={"file": DATABASE, "name": kept.name, "other": removed.name},
        plans=(plan,),
        servers=(SERVER,),
        files=(shop.file(),),
        key_facts=(str(kept.id),),
    )


def _months(shop: Shop) -> dict[str, tuple[int, float]]:
    """Return the number and the value of shipped orders by month."""
    found: defaultdict[str, list[float]] = defaultdict(list)
    for order in shop.orders:
        if order.status == "shipped":
            found[order.ordered_on[:7]].append(shop.value(order))
    return {month: (len(values), round(sum(values), 2)) for month, values in sorted(found.items())}


def monthly_sales(draw: TaskDraw) -> TaskSpec:
    """Create and fill a table of monthly sales."""
    table = draw.pick(("monthly_sales", "sales_by_month", "month_totals"), "table")

    def is_clear(shop: Shop) -> bool:
        totals = sorted(total for _, total in _months(shop).values())
        return len(totals) > 2 and totals[-1] > totals[-2] and totals[0] < totals[1]

    shop = first_fitting(draw, lambda part: draw_shop(draw, part), is_clear)
    months = _months(shop)

    def plan() -> Plan:
        (schema,) = yield [call(SCHEMAS, table_names=["orders", "products"])]
        create = f"CREATE TABLE {table} (month TEXT PRIMARY KEY, orders INTEGER, revenue REAL)"
        (made,) = yield [query(create, schema)]
        (done,) = yield [
            query(
                f"INSERT INTO {table} SELECT substr(o.ordered_on, 1, 7), COUNT(*), "
                "ROUND(SUM(o.quantity * p.price), 2) FROM orders o JOIN products p ON p.id = o.product_id "
                "WHERE o.status = 'shipped' GROUP BY 1",
                schema,
                made,
            )
        ]
        changed(done, len(months))
        (found,) = yield [query(f"SELECT month, revenue FROM {table} ORDER BY revenue DESC", done)]
        best, worst = records(found)[0], records(found)[-1]
        rows = tuple((month, *values) for month, values in months.items())
        return Solution(
            f"The best month was {best['month']} with {best['revenue']}, the weakest {worst['month']}.",
            checks=(SqliteRows(DATABASE, f"SELECT month, orders, revenue FROM {table}", rows), ONLY_DATABASE),
            fields={
                "best_month": Expected(best["month"]),
                "best_revenue": amount(float(best["revenue"])),
                "weakest_month": Expected(worst["month"]),
            },
        )

    return TaskSpec(
        level="L2",
        words={"file": DATABASE, "table": table},
        plans=(plan,),
        servers=(SERVER,),
        files=(shop.file(),),
        key_facts=(max(months, key=lambda month: months[month][1]),),
    )


class _Purchase(NamedTuple):
    shop: Shop
    customer: Customer
    product: Product
    quantity: int


def _purchase(draw: TaskDraw, part: int) -> _Purchase:
    shop = draw_shop(draw, part)
    product = draw.pick(shop.products, "wanted", part)
    return _Purchase(
        shop, draw.pick(shop.customers, "buyer", part), product, draw.whole(3, 12, "pieces", part)
    )


def _place_order_plan(customer: Customer, order: Order, product: Product, quantity: int, shop: Shop) -> Plan:
    buyer, goods = yield [
        query("SELECT id FROM customers WHERE name = :name", name=customer.name),
        query("SELECT id, category, price, stock FROM products WHERE name = :name", name=product.name),
    ]
    given = {"customer": int(records(buyer)[0]["id"]), "product": int(records(goods)[0]["id"])}
    insert = (
        f"INSERT INTO orders SELECT MAX(id) + 1, :customer, :product, {quantity}, '{_LAST_DAY}', 'open' "
        "FROM orders"
    )
    (done,) = yield [query(insert, buyer, goods, **given)]
    update = f"UPDATE products SET stock = stock - {quantity} WHERE id = :product"
    (less,) = yield [query(update, goods, done, product=given["product"])]
    changed(less, 1)
    (found,) = yield [
        query(
            "SELECT o.id, p.stock, ROUND(o.quantity * p.price, 2) AS value FROM orders o "
            "JOIN products p ON p.id = o.product_id ORDER BY o.id DESC LIMIT 1",
            done,
            less,
        )
    ]
    row = records(found)[0]
    stocks = tuple(
        (one.id, one.stock - quantity if one.id == product.id else one.stock) for one in shop.products
    )
    orders = tuple(tuple(one) for one in (*shop.orders, order))
    return Solution(
        f"Order {row['id']} is worth {row['value']}; {row['stock']} pieces are left.",
        checks=(
            SqliteRows(DATABASE, "SELECT * FROM orders", orders),
            SqliteRows(DATABASE, "SELECT id, stock FROM products", stocks),
            ONLY_DATABASE,
        ),
        fields={
            "order": Expected(int(row["id"])),
            "value": amount(float(row["value"])),
            "stock": Expected(int(row["stock"])),
            "category": Expected(records(goods)[0]["category"]),
        },
    )


def place_order(draw: TaskDraw) -> TaskSpec:
    """Enter an order and reduce the stock."""
    case = first_fitting(
        draw, lambda part: _purchase(draw, part), lambda case: case.product.stock > case.quantity + 9
    )
    shop, customer, product, quantity = case
    order = Order(shop.orders[-1].id + 1, customer.id, product.id, quantity, _LAST_DAY, "open")

    return TaskSpec(
        level="L2",
        words={
            "file": DATABASE,
            "customer": customer.name,
            "product": product.name,
            "quantity": quantity,
            "day": _LAST_DAY,
        },
        plans=(partial(_place_order_plan, customer, order, product, quantity, shop),),
        servers=(SERVER,),
        files=(shop.file(),),
        key_facts=(str(order.id),),
    )


LARGE_JOBS = (merge_customers, monthly_sales, place_order)
