"""The recall of a product: orders, stock and a table of refunds."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from m3bench.checks import Expected, SqliteRows
from m3bench.suites import Plan, Solution
from m3bench_suites.builders.tasks import TaskSpec
from m3bench_suites.builders.verse.expected import listed
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared.fitting import first_fitting
from m3bench_suites.builders.verse.offices._shared.shop.changes import ONLY_DATABASE
from m3bench_suites.builders.verse.offices._shared.shop.data import DATABASE, Order, Product, Shop, draw_shop
from m3bench_suites.builders.verse.offices._shared.sql import SERVER, changed, query, records
from m3bench_suites.builders.verse.offices._shared.values import amount


class _Recall(NamedTuple):
    shop: Shop
    product: Product
    orders: list[Order]


def _recall(draw: TaskDraw, part: int) -> _Recall | None:
    shop = draw_shop(draw, part)
    product = draw.pick(shop.products, "recalled", part)
    orders = [order for order in shop.orders if order.product_id == product.id and order.status == "shipped"]
    return _Recall(shop, product, orders) if 2 <= len(orders) <= 5 else None


def _refunds_plan(ids: set[int], orders: list[Order], pieces: int, product: Product, shop: Shop) -> Plan:
    (found,) = yield [
        query(
            "SELECT o.id, o.quantity, c.name AS customer, ROUND(o.quantity * p.price, 2) AS amount, "
            "p.stock FROM orders o JOIN products p ON p.id = o.product_id "
            "JOIN customers c ON c.id = o.customer_id "
            "WHERE p.name = :name AND o.status = 'shipped' ORDER BY o.id",
            name=product.name,
        )
    ]
    rows = records(found)
    made, back = yield [
        query("CREATE TABLE refunds (order_id INTEGER, customer TEXT, amount REAL)", found),
        query(
            f"UPDATE products SET stock = stock + {sum(int(row['quantity']) for row in rows)} "
            "WHERE name = :name",
            found,
            name=product.name,
        ),
    ]
    changed(back, 1)
    values = ", ".join(f"({row['id']}, '{row['customer']}', {row['amount']})" for row in rows)
    (noted,) = yield [query(f"INSERT INTO refunds VALUES {values}", found, made)]
    changed(noted, len(rows))
    listed_ids = ", ".join(row["id"] for row in rows)
    (done,) = yield [query(f"UPDATE orders SET status = 'returned' WHERE id IN ({listed_ids})", found, noted)]
    changed(done, len(rows))
    total = round(sum(float(row["amount"]) for row in rows), 2)
    return Solution(
        f"{len(rows)} orders are refunded with {total} in all.",
        checks=(
            SqliteRows(DATABASE, "SELECT id, status FROM orders", _statuses(shop, ids)),
            SqliteRows(DATABASE, "SELECT order_id, customer, amount FROM refunds", _refunds(shop, orders)),
            SqliteRows(
                DATABASE,
                "SELECT id, stock FROM products",
                tuple((one.id, one.stock + pieces * (one.id == product.id)) for one in shop.products),
            ),
            ONLY_DATABASE,
        ),
        fields={
            "orders": listed(int(row["id"]) for row in rows),
            "total": amount(total, *(float(row["amount"]) for row in rows)),
            "stock": Expected(int(rows[0]["stock"]) + pieces, grounds=()),
        },
    )


def refunds(draw: TaskDraw) -> TaskSpec:
    """Take back a product: status, stock and a table of refunds."""
    case = first_fitting(draw, lambda part: _recall(draw, part))
    assert case is not None
    shop, product, orders = case
    ids = {order.id for order in orders}
    pieces = sum(order.quantity for order in orders)

    return TaskSpec(
        level="L2",
        words={"file": DATABASE, "product": product.name},
        plans=(partial(_refunds_plan, ids, orders, pieces, product, shop),),
        servers=(SERVER,),
        files=(shop.file(),),
        key_facts=tuple(map(str, sorted(ids))),
    )


def _statuses(shop: Shop, returned: set[int]) -> tuple[tuple[int, str], ...]:
    return tuple((order.id, "returned" if order.id in returned else order.status) for order in shop.orders)


def _refunds(shop: Shop, orders: list[Order]) -> tuple[tuple[int, str, float], ...]:
    return tuple((order.id, shop.customer(order.customer_id).name, shop.value(order)) for order in orders)
