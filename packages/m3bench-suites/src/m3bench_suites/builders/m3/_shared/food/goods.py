"""Goods on a shelf, and how to search for them in a shop."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from m3bench.suites import PlanError
from m3bench_suites.builders.m3._shared.pictures import alphanumeric

if TYPE_CHECKING:
    from m3bench_world import World
    from m3bench_world.scenes import Scene


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
    sorts = [msgspec.convert(each, Good, strict=False) for each in scene.facts["products"]]
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
        found = world.shops.search(" ".join(words), 1)
        if found and found[0].asin == good.asin:
            return " ".join(words)
    raise PlanError(f"a search does not find {good.full_name} first.")
