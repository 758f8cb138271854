"""Goods that can be drawn, with their packages."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, NamedTuple

from m3bench_world.data import written
from m3bench_world.scenes.painting import Dice
from m3bench_world.scenes.prints.labels import Design, Wording, design_of
from m3bench_world.scenes.prints.typeset import is_writable
from m3bench_world.shops import Product, Shops
from m3bench_world.world import World

_THEMES = written("scenes/prints", "themes", dict[str, tuple[str, ...]])
_BY_SIZE = ("can", "bottle", "jar", "bag", "box", "tube", "carton", "spray")
_BY_NOUN = written("scenes/prints", "by_noun", dict[str, tuple[str, ...]])
_PACKAGE_OF = {noun: package for package, nouns in _BY_NOUN.items() for noun in nouns}
_SEVERAL = re.compile(r"pack of|cans|bottles|refill|pieces")


class Article(NamedTuple):
    product: Product
    package: str
    design: Design

    @property
    def wording(self) -> Wording:
        product = self.product
        return Wording(product.brand, product.variant, product.size, product.noun)

    @property
    def price(self) -> str:
        return f"${self.product.dollars:.2f}"

    def facts(self, **more: Any) -> dict[str, Any]:
        product = self.product
        about = {name: getattr(product, name) for name in ("asin", "brand", "variant", "noun", "size")}
        return {**about, "package": self.package, "dollars": product.dollars, **more}


def themed_articles(world: World, dice: Dice, count: int = 30) -> tuple[str, list[Article]]:
    """Return the name of a theme and about `count` of its articles in random order."""
    theme = dice.pick(tuple(_THEMES))
    found: list[Article] = []
    for noun in dice.shuffled(_THEMES[theme]):
        for product, package in dice.some(_packaged_products(world.shops, noun), 6):
            found.append(Article(product, package, brand_design(world, product.brand)))
        if len(found) >= count:
            break
    return theme, dice.shuffled(found)


@lru_cache(maxsize=128)
def _packaged_products(shops: Shops, noun: str) -> tuple[tuple[Product, str], ...]:
    """Return the articles of a kind that can be drawn and whose labels can be written."""
    listed = [product for product in shops.search(noun, 200) if product.noun == noun]
    return tuple(
        (product, package)
        for product in listed
        if (package := package_of(product)) and is_writable(product.brand, product.variant, product.size)
    )


def package_of(product: Product) -> str | None:
    """Return the package of one piece; None for multipacks or if unknown."""
    if _SEVERAL.search(product.size):
        return None
    words = product.size.split()
    named = next((kind for kind in _BY_SIZE if kind in words), None)
    if named == "spray":
        return "spray bottle"
    return named or _PACKAGE_OF.get(product.noun)


def brand_design(world: World, brand: str) -> Design:
    """Return the design of a brand, which is the same in every scene."""
    return design_of(Dice(world.chance.stream("label of brand", brand)))
