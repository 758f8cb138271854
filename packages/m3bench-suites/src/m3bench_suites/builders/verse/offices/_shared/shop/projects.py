"""Larger changes of the shop's database, and a chain of questions: several statements."""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from typing import NamedTuple

from m3bench.checks import Expected, SqliteRows
from m3bench.suites import Plan, Solution, call
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared.job import Job, Wording, code, first_fitting, number, text
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
from m3bench_suites.builders.verse.offices._shared.values import amount, counted

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
    customers = [removed if one.id == other.id else one for one in shop.customers]
    moved = [one for one in shop.orders if one.customer_id == removed.id]
    old = [one for one in shop.orders if one.customer_id == kept.id]
    fits = len(moved) >= 3 and len(old) + len(moved) > 10
    return _Duplicate(shop._replace(customers=customers), kept, removed) if fits else None


_MERGE_CUSTOMERS = Wording(
    requests=(
        """In {file}, the customer {name} was entered twice, the second time as “{other}”. Keep the entry
        with the lower id, give it all orders of the other one, and delete the other one. Tell me the
        id that stays, its city, how many orders were moved, and how many orders the customer has now.""",
        """{file} lists {name} a second time, as “{other}”. Please merge the two customers: the lower id
        stays, with its name as it is, the orders of the other entry move to it, and the other entry is
        deleted. Which id stays, in which city, how many orders moved, and what is the customer's
        number of orders now?""",
    ),
    fuzzy=(
        """Somebody created {name} again as “{other}” in {file}. Clean that up so that only the older
        entry (lower id) is left and has all the orders. What are its id and city, how many orders came
        over, and how many does it have in total?""",
        """We have {name} and “{other}” in {file}, which is the same company. Fold the newer entry (higher
        id) into the older one, orders included. I need the remaining id, its city, the number of orders
        moved and the total.""",
    ),
)


_MERGE_CUSTOMERS_FIELDS = (
    number("kept", "the id of the entry that stays"),
    text("city", "the city of this entry"),
    number("moved", "how many orders were moved to it"),
    number("orders", "how many orders it has now"),
)


def merge_customers(draw: TaskDraw) -> Job:
    """Merge a customer that is entered twice."""
    case = first_fitting(draw, lambda part: _duplicate(draw, part))
    assert case is not None
    shop, kept, removed = case
    moved = sum(one.customer_id == removed.id for one in shop.orders)

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
        customers = tuple(tuple(one) for one in shop.customers if one != removed)
        owners = tuple(
            (one.id, kept.id if one.customer_id == removed.id else one.customer_id) for one in shop.orders
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
                "moved": counted(moved),
                "orders": Expected(total),
            },
        )

    return Job(
        level="L2",
        wording=_MERGE_CUSTOMERS,
        words={"file": DATABASE, "name": kept.name, "other": removed.name},
        fields=_MERGE_CUSTOMERS_FIELDS,
        plan=plan,
        servers=(SERVER,),
        files=(shop.file(),),
        secrets=(str(kept.id),),
    )


def _months(shop: Shop) -> dict[str, tuple[int, float]]:
    """Return the number and the value of shipped orders by month."""
    found: defaultdict[str, list[float]] = defaultdict(list)
    for order in shop.orders:
        if order.status == "shipped":
            found[order.ordered_on[:7]].append(shop.value(order))
    return {month: (len(values), round(sum(values), 2)) for month, values in sorted(found.items())}


_MONTHLY_SALES = Wording(
    requests=(
        """Create a table {table} in {file} with the columns month (as 2025-03), orders and revenue: one
        row for each month with shipped orders, by ordered_on, with their number and their revenue
        (quantity times product price, to the cent). Which month had the highest revenue and how much,
        and which the lowest?""",
        """{file} needs a new table {table} (month, orders, revenue). Fill it from the shipped orders: per
        month of ordered_on (written 2025-03) the number of orders and the sum of quantity × price,
        rounded to cents. Then name the best month with its revenue, and the weakest month.""",
    ),
    fuzzy=(
        """I'd like a table {table} in {file} that shows month by month (2025-03 and so on) how many
        orders we shipped and the revenue at our prices; columns month, orders, revenue. Which month
        was best, with what revenue, and which was worst?""",
        """Please sum up the shipped orders in {file} by month in a new table {table} with month (like
        2025-03), orders and revenue. What were the best month and its revenue, and the worst month?""",
    ),
)


_MONTHLY_SALES_FIELDS = (
    code("best_month", "the month with the highest revenue, as YYYY-MM"),
    number("best_revenue", "its revenue"),
    code("weakest_month", "the month with the lowest revenue, as YYYY-MM"),
)


def monthly_sales(draw: TaskDraw) -> Job:
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

    return Job(
        level="L2",
        wording=_MONTHLY_SALES,
        words={"file": DATABASE, "table": table},
        fields=_MONTHLY_SALES_FIELDS,
        plan=plan,
        servers=(SERVER,),
        files=(shop.file(),),
        secrets=(max(months, key=lambda month: months[month][1]),),
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


_PLACE_ORDER = Wording(
    requests=(
        """{customer} orders {quantity} pieces of “{product}”. Enter the order in {file} with the highest
        order id plus 1, ordered_on {day} and status open, and take the pieces off the product's stock.
        Give me the order id, the value of the order at the current price, the stock that is left, and
        the category of the product.""",
        """Please record a new order in {file}: {quantity} × “{product}” for {customer}, date {day},
        status open, id one above the highest. Reduce the stock accordingly. What is the order id, what
        is the order worth, how many pieces remain in stock, and which category is the product in?""",
    ),
    fuzzy=(
        """{customer} just called and wants {quantity} of our “{product}”. Book it in {file} as an open
        order for {day} under the next id and adjust the stock. What's the id, what does it come to,
        what do we have left, and under which category do we list it?""",
        """Book {quantity} “{product}” for {customer} in {file}: open, dated {day}, next order id, stock
        reduced. Tell me the id, the total price, the remaining stock and the category.""",
    ),
)


_PLACE_ORDER_FIELDS = (
    number("order", "the id of the new order"),
    number("value", "the quantity times the price"),
    number("stock", "the stock of the product after the order"),
    text("category", "the category of the product"),
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


def place_order(draw: TaskDraw) -> Job:
    """Enter an order and reduce the stock."""
    case = first_fitting(
        draw, lambda part: _purchase(draw, part), lambda case: case.product.stock > case.quantity + 9
    )
    shop, customer, product, quantity = case
    order = Order(shop.orders[-1].id + 1, customer.id, product.id, quantity, _LAST_DAY, "open")

    return Job(
        level="L2",
        wording=_PLACE_ORDER,
        words={
            "file": DATABASE,
            "customer": customer.name,
            "product": product.name,
            "quantity": quantity,
            "day": _LAST_DAY,
        },
        fields=_PLACE_ORDER_FIELDS,
        plan=partial(_place_order_plan, customer, order, product, quantity, shop),
        servers=(SERVER,),
        files=(shop.file(),),
        secrets=(str(order.id),),
    )


LARGE_JOBS = (merge_customers, monthly_sales, place_order)
