"""Everyday names of foods, and typical weights of portions."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from m3bench_world.pantry.entities import EverydayFood
from m3bench_world.pantry.wording import terms


@cache
def everyday_foods() -> tuple[EverydayFood, ...]:
    """Read the table `everyday.tsv`: name, other names, USDA entry, weights of portions in grams."""
    text = (files("m3bench_world.pantry") / "everyday.tsv").read_text(encoding="utf-8")
    return tuple(_row(*line.split("\t")) for line in text.splitlines())


@cache
def everyday_index() -> dict[tuple[str, ...], EverydayFood]:
    """Return foods by the words of each name; main names take precedence over other names."""
    index: dict[tuple[str, ...], EverydayFood] = {}
    for food in everyday_foods():
        index[terms(food.name)] = food
    for food in everyday_foods():
        for alias in food.aliases:
            index.setdefault(terms(alias), food)
    return index


@cache
def everyday_entries() -> dict[str, EverydayFood]:
    """Return foods by entry name; the first everyday name of an entry wins."""
    return {food.entry: food for food in reversed(everyday_foods())}


def _row(name: str, aliases: str, entry: str, portions: str) -> EverydayFood:
    weights = (portion.split("=") for portion in portions.split(";") if portion)
    return EverydayFood(
        name=name,
        aliases=tuple(alias for alias in aliases.split(",") if alias),
        entry=entry,
        portions={unit: float(grams) for unit, grams in weights},
    )
