"""Bills: purchases that add up to the cent."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from m3bench_world.scenes.painting import Dice, text_width
from m3bench_world.scenes.prints.goods import themed_articles
from m3bench_world.shops import Product
from m3bench_world.world import World

TAXES = (0, 500, 625, 725, 800, 875, 1000)
"""In hundredths of a percent."""


class Purchase(NamedTuple):
    name: str
    asin: str
    amount: int
    cents: int
    """Price of one piece in cents."""

    @property
    def total(self) -> int:
        return self.amount * self.cents


class Bill(NamedTuple):
    purchases: tuple[Purchase, ...]
    tax: int
    paid: int
    """Cash in cents; 0 for card payment."""

    @property
    def subtotal(self) -> int:
        return sum(purchase.total for purchase in self.purchases)

    @property
    def tax_cents(self) -> int:
        """Return the tax in cents, rounded half up."""
        return (self.subtotal * self.tax + 5000) // 10000

    @property
    def total(self) -> int:
        return self.subtotal + self.tax_cents

    @property
    def change(self) -> int:
        return self.paid - self.total if self.paid else 0

    def facts(self) -> dict[str, Any]:
        items = [
            {
                "name": purchase.name,
                "asin": purchase.asin,
                "amount": purchase.amount,
                "price": purchase.cents / 100,
                "total": purchase.total / 100,
            }
            for purchase in self.purchases
        ]
        sums = {"subtotal": self.subtotal, "tax": self.tax_cents, "total": self.total}
        sums |= {"paid": self.paid, "change": self.change} if self.paid else {}
        facts: dict[str, Any] = {name: cents / 100 for name, cents in sums.items()}
        return {"items": items, "tax_percent": self.tax / 100, **facts}


def money(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"


def bill(world: World, dice: Dice, count: int, widest: float, goods: Sequence[str] | None = None) -> Bill:
    """Return a bill with articles whose names are at most `widest`, in units of the type size.

    They are of the kinds `goods`, else of one theme.
    """
    products = (
        [article.product for article in themed_articles(world, dice, count * 3)[1]]
        if goods is None
        else _products(world, dice, goods)
    )
    named = {name: product for product in products if text_width(name := _name(product), 1) <= widest}
    purchases = [
        Purchase(name, product.asin, dice.pick((1, 1, 1, 2, 2, 3, 4)), round(product.dollars * 100))
        for name, product in list(named.items())[:count]
    ]
    made = Bill(tuple(purchases), dice.pick(TAXES), 0)
    if dice.happens(0.5):
        note = dice.pick((500, 1000, 2000))
        made = made._replace(paid=-(-made.total // note) * note)
    return made


def _products(world: World, dice: Dice, goods: Sequence[str]) -> list[Product]:
    """Return an article of each kind in random order, then further ones."""
    found = [
        dice.some([product for product in world.shops.search(noun, 200) if product.noun == noun], 3)
        for noun in dice.shuffled(goods)
    ]
    return [product for turn in zip_longest(*found) for product in turn if product is not None]


def _name(product: Product) -> str:
    return f"{product.brand} {product.variant}"
