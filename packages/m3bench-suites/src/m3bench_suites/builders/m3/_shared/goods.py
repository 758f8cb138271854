"""Goods on a shelf, and how to search for them in a shop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.suites import CallResult, PlanError
from m3bench_suites.builders.m3._shared.pictures import alphanumeric
from m3bench_suites.builders.tasks import require

if TYPE_CHECKING:
    from m3bench_world import World
    from m3bench_world.scenes import Scene

MARKETS = (("amazon.com", "USD"), ("amazon.co.uk", "GBP"), ("amazon.de", "EUR"), ("amazon.ca", "CAD"))
"""Markets of the shop, and their currencies."""


class Good(msgspec.Struct, frozen=True):
    """One product on a shelf: its label, and the number of packages."""

    asin: str
    brand: str
    variant: str
    noun: str
    size: str
    shelf: int
    count: int

    @property
    def full_name(self) -> str:
        return f"{self.brand} {self.variant}"


def goods_of(scene: Scene, shelf: int | None = None) -> list[Good]:
    """Return the goods on a shelf, counted from the top, or on all shelves."""
    sorts = [msgspec.convert(product, Good, strict=False) for product in scene.facts["products"]]
    return [good for good in sorts if shelf in (None, good.shelf)]


def keywords(world: World, good: Good, scene: Scene) -> str:
    """Return search keywords that find the product first, taken from its label."""
    written = {alphanumeric(line.text) for line in scene.letterings}
    noun = (
        [good.noun]
        if all(any(alphanumeric(word) in line for line in written) for word in good.noun.split())
        else []
    )
    for words in (
        [good.brand, good.variant, *noun, good.size],
        [good.brand, good.variant, good.noun, good.size],
    ):
        products = world.shops.search(" ".join(words), 1)
        if products and products[0].asin == good.asin:
            return " ".join(words)
    raise PlanError(f"a search does not find {good.full_name} first.")


def shop_argument(domain: str) -> dict[str, str]:
    """Return the argument of searches for a market other than the first."""
    return {} if domain == "amazon.com" else {"amazon_domain": domain}


def first_price(result: CallResult, asin: str, name: str) -> float:
    """Return the price of the first product of a search. Raise `PlanError` if it is another one."""
    products: Sequence[Any] = result.data.get("products", ()) if isinstance(result.data, dict) else ()
    require(products and products[0]["asin"] == asin, f"a search does not find {name} first.")
    return float(products[0]["price"])
