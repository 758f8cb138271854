"""Small changes of the shop's database, and a question: one or two statements."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from m3bench.checks import Expected, NoStrayFiles, SqliteRows
from m3bench.suites import Plan, Solution
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared.job import (
    RETRIEVAL,
    Job,
    Wording,
    first_fitting,
    number,
    numbers,
    text,
    texts,
)
from m3bench_suites.builders.verse.offices._shared.shop.data import (
    DATABASE,
    Customer,
    Order,
    Shop,
    draw_shop,
    newcomer,
)
from m3bench_suites.builders.verse.offices._shared.sql import SERVER, changed, query, records
from m3bench_suites.builders.verse.offices._shared.values import amount, counted, join, listed
from m3bench_suites.builders.verse.offices._shared.words import CITIES

ONLY_DATABASE = NoStrayFiles((DATABASE,))
_QUARTERS = {
    "the first quarter of 2025": ("2025-01-01", "2025-03-31"),
    "the second quarter of 2025": ("2025-04-01", "2025-06-30"),
    "the third quarter of 2025": ("2025-07-01", "2025-09-30"),
}


_NEW_CUSTOMER = Wording(
    requests=(
        """In our order database ({file}), add {name} from {city} to the customers table, segment
        {segment}, with the next free id (the highest one plus 1). Which id is it, how many
        customers do we have now, and which one has the lowest id?""",
        """Please enter a new customer in {file}: {name}, {city}, segment {segment}. Take the highest
        customer id plus 1 as its id. Tell me the id, the number of customers afterwards, and
        the customer with the lowest id.""",
    ),
    fuzzy=(
        """{name} from {city} is a new {segment} customer. Put them into {file} under the next id, and
        tell me that id, how many customers we are at now, and who has the lowest id.""",
        """We won {name} ({city}, {segment})! Add them to the customers in {file}, next id in line, and
        let me know the id, the new number of customers, and who is first by id.""",
    ),
)


def new_customer(draw: TaskDraw) -> Job:
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

    return Job(
        level="L1",
        wording=_NEW_CUSTOMER,
        words={"file": DATABASE, **added._asdict()},
        fields=(
            number("id", "the id of the new customer"),
            number("customers", "how many customers there are now"),
            text("first", "the customer with the lowest id"),
        ),
        plan=plan,
        servers=(SERVER,),
        files=(shop.file(),),
        secrets=(str(added.id),),
    )


def _has_distinct_prices(shop: Shop) -> bool:
    return len({one.price for one in shop.products}) == len(shop.products)


_PRICE_RISE = Wording(
    requests=(
        """Raise the price of every product in the category {category} by {percent} %, rounded to cents,
        in the products table of {file}. How many products are affected, which of them is now the
        dearest and at what price, and what does the cheapest of them cost now?""",
        """In {file}, all {category} products become {percent} % more expensive (round to two decimals).
        Change them, and report the number of changed products, the dearest one with its new price, and
        the lowest new price.""",
    ),
    fuzzy=(
        """Our {category} range gets {percent} percent dearer. Update {file} to the cent and tell me how
        many items that hits, the priciest one and its price, and the lowest price in the range.""",
        """Please put {percent} % on top of everything under {category} in {file}, to the cent. How many
        products was that, what is the top one with its price, and what is the lowest price now?""",
    ),
)


_PRICE_RISE_FIELDS = (
    number("changed", "how many products have a new price"),
    text("dearest", "the product of the category with the highest new price"),
    number("dearest_price", "its new price"),
    number("cheapest_price", "the lowest new price of the category"),
)


def price_rise(draw: TaskDraw) -> Job:
    """Raise the prices of a category."""
    shop = first_fitting(draw, lambda part: draw_shop(draw, part), _has_distinct_prices)
    percent = draw.pick((5, 10, 15), "percent")
    category = draw.pick(sorted({one.category for one in shop.products}), "category")
    products = [
        one._replace(price=round(one.price * (100 + percent) / 100, 2)) if one.category == category else one
        for one in shop.products
    ]
    raised = sorted((one for one in products if one.category == category), key=lambda one: one.price)

    def plan() -> Plan:
        update = (
            f"UPDATE products SET price = ROUND(price * {100 + percent} / 100, 2) WHERE category = :category"
        )
        (done,) = yield [query(update, category=category)]
        changed(done, len(raised))
        select = "SELECT name, price FROM products WHERE category = :category ORDER BY price DESC"
        (found,) = yield [query(select, done, category=category)]
        top, low = records(found)[0], records(found)[-1]
        rows = tuple((one.id, one.price) for one in products)
        return Solution(
            f"{len(raised)} prices changed; {top['name']} is the dearest at {top['price']}, "
            f"{low['name']} the cheapest at {low['price']}.",
            checks=(SqliteRows(DATABASE, "SELECT id, price FROM products", rows), ONLY_DATABASE),
            fields={
                "changed": counted(len(records(found))),
                "dearest": Expected(top["name"]),
                "dearest_price": amount(float(top["price"])),
                "cheapest_price": amount(float(low["price"])),
            },
        )

    return Job(
        level="L1",
        wording=_PRICE_RISE,
        words={"file": DATABASE, "category": category, "percent": percent},
        fields=_PRICE_RISE_FIELDS,
        plan=plan,
        servers=(SERVER,),
        files=(shop.file(),),
        secrets=(raised[-1].name,),
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
            (one for one in shop.orders if one.customer_id == customer.id and one.status == "open"),
            key=lambda one: one.ordered_on,
        )
        before = [one for one in waiting if one.ordered_on < waiting[-1].ordered_on]
        if len(before) >= 2 and sum(one.quantity for one in before) > 9:
            return _Cancelled(shop, customer, waiting[-1].ordered_on, before)
    return None


_CANCEL_ORDERS = Wording(
    requests=(
        """{name} gives up its old open orders. In {file}, set the status of their open orders from before
        {day} to cancelled. Which order ids are these, and how many pieces (quantity) do they have
        together?""",
        """Cancel (status cancelled) all orders in {file} by {name} that are still open and were placed
        before {day}. I need the ids of these orders and the sum of their quantities.""",
    ),
    fuzzy=(
        """{name} no longer wants what they had open from before {day}. Mark it cancelled in {file} and
        give me the order ids and how many pieces that was in total.""",
        """Everything of {name} that is open and older than {day} can be cancelled in {file}. Which orders
        was that, and how many pieces?""",
    ),
)


def cancel_orders(draw: TaskDraw) -> Job:
    """Cancel old open orders of a customer."""
    case = first_fitting(draw, lambda part: _cancelled(draw, part))
    assert case is not None
    ids = {one.id for one in case.orders}

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
        rows = tuple((one.id, "cancelled" if one.id in ids else one.status) for one in case.shop.orders)
        return Solution(
            f"The orders {join(orders)} are cancelled, {sum(pieces)} pieces in all.",
            checks=(SqliteRows(DATABASE, "SELECT id, status FROM orders", rows), ONLY_DATABASE),
            fields={"cancelled": listed(orders), "pieces": Expected(sum(pieces), grounds=tuple(orders))},
        )

    return Job(
        level="L1",
        wording=_CANCEL_ORDERS,
        words={"file": DATABASE, "name": case.customer.name, "day": case.day},
        fields=(
            numbers("cancelled", "the ids of the orders that are now cancelled"),
            number("pieces", "the sum of their quantities"),
        ),
        plan=plan,
        servers=(SERVER,),
        files=(case.shop.file(),),
        secrets=tuple(map(str, sorted(ids))),
    )


_CLEAR_PRODUCTS = Wording(
    requests=(
        """Delete every product from the products table of {file} that does not occur in any order,
        whatever its status. Name the deleted products, and how many pieces of them were in stock
        altogether.""",
        """Some products in {file} have never been ordered at all. Remove those from the products table;
        tell me their names and the sum of their stock.""",
    ),
    fuzzy=(
        """Throw out the products in {file} that nobody ever ordered. Which ones were they, and how many
        pieces did we still have of them in total?""",
        """The slow sellers in {file}, those without a single order, can go. Which products are that, and
        how much stock did they have all together?""",
    ),
)


def clear_products(draw: TaskDraw) -> Job:
    """Delete products that nobody has ordered."""
    shop = draw_shop(draw)
    sold = {one.product_id for one in shop.orders}
    kept = [one for one in shop.products if one.id in sold]
    unsold = [one for one in shop.products if one.id not in sold]
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

    return Job(
        level="L1",
        wording=_CLEAR_PRODUCTS,
        words={"file": DATABASE},
        fields=(
            texts("removed", "the names of the deleted products"),
            number("stock", "the sum of their stock"),
        ),
        plan=plan,
        servers=(SERVER,),
        files=(shop.file(),),
        secrets=tuple(one.name for one in unsold),
    )


def _revenue(shop: Shop, first: str, last: str) -> list[tuple[float, str]]:
    sums: defaultdict[str, float] = defaultdict(float)
    for order in shop.orders:
        if order.status == "shipped" and first <= order.ordered_on <= last:
            sums[shop.customer(order.customer_id).name] += shop.value(order)
    return sorted(((round(total, 2), name) for name, total in sums.items()), reverse=True)


_BEST_CUSTOMER = Wording(
    requests=(
        """According to {file}, which customer had the highest revenue in {quarter}, counting shipped
        orders by their ordered_on date and quantity times the price of the product? How high was it,
        and who was second?""",
        """From the order database {file}: who is the customer with the most revenue from shipped orders
        placed in {quarter} (quantity × product price), what is the amount, and which customer comes
        next?""",
    ),
    fuzzy=(
        """Who bought the most from us in {quarter}, going by shipped orders in {file} and our prices? I
        need the amount, and the runner-up.""",
        """Look into {file}: who was our biggest customer by shipped value in {quarter}, with how much,
        and who came second?""",
    ),
)


_BEST_CUSTOMER_FIELDS = (
    text("customer", "the customer with the highest revenue"),
    number("revenue", "the revenue of this customer"),
    text("second", "the customer with the second highest revenue"),
)


def best_customer(draw: TaskDraw) -> Job:
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

    return Job(
        level="L1",
        kind=RETRIEVAL,
        wording=_BEST_CUSTOMER,
        words={"file": DATABASE, "quarter": quarter},
        fields=_BEST_CUSTOMER_FIELDS,
        plan=plan,
        servers=(SERVER,),
        files=(shop.file(),),
        secrets=tuple(name for _, name in _revenue(shop, first, last)[:2]),
    )


SMALL_JOBS = (new_customer, price_rise, cancel_orders, clear_products, best_customer)
