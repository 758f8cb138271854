"""Fruits by name. Botany is a table written by hand; nutrients are those of the pantry."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from m3bench.core import near_misses, normalize
from m3bench_world.world import World


class Fruit(msgspec.Struct, frozen=True):
    id: int
    name: str
    family: str
    genus: str
    order: str
    entry: str
    """Name of the food in the pantry."""
    aliases: tuple[str, ...]


class Orchard:
    def __init__(self, world: World) -> None:
        self._world = world

    def fruits(self) -> tuple[Fruit, ...]:
        """Return all fruits, by name."""
        return fruits()

    def find(self, name: str) -> Fruit | None:
        """Return a fruit by name, in the singular or plural and any case, or by its id."""
        wanted = normalize(name)
        return next((_by_name()[form] for form in _singulars(wanted) if form in _by_name()), None)

    def near(self, name: str) -> list[str]:
        return near_misses(name, [fruit.name for fruit in fruits()])

    def nutrients(self, fruit: Fruit) -> dict[str, float]:
        """Return nutrients in 100 g, by the pantry's names."""
        food = self._world.pantry.find(fruit.entry)
        assert food is not None, fruit.name
        return food.nutrients


@cache
def fruits() -> tuple[Fruit, ...]:
    text = (files(__package__) / "fruit.tsv").read_text(encoding="utf-8")
    return tuple(_fruit(number, line) for number, line in enumerate(text.splitlines()) if number)


def _fruit(number: int, line: str) -> Fruit:
    name, family, genus, order, entry, aliases = line.split("\t")
    others = tuple(alias for alias in aliases.split(", ") if alias)
    return Fruit(number, name, family, genus, order, entry or name.lower(), others)


@cache
def _by_name() -> dict[str, Fruit]:
    named = {normalize(name): fruit for fruit in fruits() for name in (fruit.name, *fruit.aliases)}
    return named | {str(fruit.id): fruit for fruit in fruits()}


def _singulars(name: str) -> tuple[str, ...]:
    """Return the name, and what it may be the plural of."""
    return (name, name.removesuffix("s"), name.removesuffix("es"), name.removesuffix("ies") + "y")
