"""The shop: customers, products and orders of a year."""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple

from m3bench.suites import DataFile
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared.words import CITIES, GOODS, companies

DATABASE = "data.db"
_FIRST_DAY = date(2025, 1, 1)
_DAYS = 364
_SEGMENTS = ("retail", "wholesale", "online")
_STATUSES = ("open", "open", "shipped", "shipped", "shipped", "cancelled")


class Customer(NamedTuple):
    id: int
    name: str
    city: str
    segment: str


class Product(NamedTuple):
    id: int
    name: str
    category: str
    price: float
    stock: int


class Order(NamedTuple):
    id: int
    customer_id: int
    product_id: int
    quantity: int
    ordered_on: str
    status: str


class Shop(NamedTuple):
    """All rows, by id."""

    customers: list[Customer]
    products: list[Product]
    orders: list[Order]

    def product(self, product_id: int) -> Product:
        return next(one for one in self.products if one.id == product_id)

    def customer(self, customer_id: int) -> Customer:
        return next(one for one in self.customers if one.id == customer_id)

    def value(self, order: Order) -> float:
        """Return quantity times price, exact to the cent."""
        return round(order.quantity * self.product(order.product_id).price, 2)

    def file(self) -> DataFile:
        """Return the database."""
        customers = {"id": "INTEGER PRIMARY KEY", "name": "TEXT", "city": "TEXT", "segment": "TEXT"}
        products = {
            "id": "INTEGER PRIMARY KEY", "name": "TEXT", "category": "TEXT", "price": "REAL",
            "stock": "INTEGER",
        }  # fmt: skip
        orders = {
            "id": "INTEGER PRIMARY KEY", "customer_id": "INTEGER REFERENCES customers(id)",
            "product_id": "INTEGER REFERENCES products(id)", "quantity": "INTEGER", "ordered_on": "TEXT",
            "status": "TEXT",
        }  # fmt: skip
        tables = {
            "customers": {"columns": customers, "rows": [list(row) for row in self.customers]},
            "products": {"columns": products, "rows": [list(row) for row in self.products]},
            "orders": {"columns": orders, "rows": [list(row) for row in self.orders]},
        }
        return DataFile(DATABASE, "sqlite", {"tables": tables})


def draw_shop(draw: TaskDraw, part: int = 0, *, customers: int = 14, orders: int = 120) -> Shop:
    """Draw a shop. Ids have gaps, so that they cannot be guessed."""
    clients = _customers(draw, part, customers)
    goods = _products(draw, part)
    sold = goods[:-2]  # two products are never ordered
    found, number = [], draw.whole(2000, 6000, "first order", part)
    for index in range(orders):
        number += draw.whole(1, 7, "order", part, index)
        day = _FIRST_DAY + timedelta(days=draw.whole(0, _DAYS, "day", part, index))
        found.append(
            Order(
                number,
                draw.pick(clients, "customer", part, index).id,
                draw.pick(sold, "product", part, index).id,
                draw.whole(1, 9, "quantity", part, index),
                day.isoformat(),
                draw.pick(_STATUSES, "status", part, index),
            )
        )
    return Shop(clients, sorted(goods), found)


def _customers(draw: TaskDraw, part: int, count: int) -> list[Customer]:
    found, number = [], draw.whole(110, 400, "first customer", part)
    for name in companies(draw, count, "customers", part):
        number += draw.whole(1, 9, "customer id", part, name)
        city, segment = (draw.pick(each, "of", part, name) for each in (CITIES, _SEGMENTS))
        found.append(Customer(number, name, city, segment))
    return found


def _products(draw: TaskDraw, part: int) -> list[Product]:
    """Return three or four products of each category, in random order. Prices are multiples of 20 cents."""
    found, number = [], draw.whole(10, 60, "first product", part)
    for category, names in GOODS.items():
        for name in draw.sample(names, draw.whole(3, 4, "goods", part, category), "goods", part, category):
            number += draw.whole(1, 4, "product id", part, name)
            price = draw.whole(60, 1800, "price", part, name) / 5
            found.append(Product(number, name, category, price, draw.whole(0, 60, "stock", part, name)))
    return draw.sample(found, len(found), "sold", part)


def newcomer(draw: TaskDraw, shop: Shop) -> str:
    """Return the name of a company that is no customer yet, and whose first word no customer has."""
    known = {customer.name.split()[0] for customer in shop.customers}
    return next(name for name in companies(draw, 20, "newcomers") if name.split()[0] not in known)
