"""Types of the pantry: foods, everyday names and servings."""

from __future__ import annotations

import msgspec

from m3bench_world.data import written

NUTRIENTS = written("pantry", "nutrients", dict[str, tuple[str, ...]])
"""Nutrient key → columns of the table, of which the first with a value is used."""


class Food(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of USDA FoodData Central. `nutrients` is per 100 g, without unmeasured ones."""

    name: str
    category: str
    data_type: str
    serving: str
    """Name of the portion, such as "cup"; empty if unknown."""
    serving_grams: float | None
    nutrients: dict[str, float]

    @property
    def energy_kcal(self) -> float:
        return self.nutrients["energy_kcal"]


class EverydayFood(msgspec.Struct, frozen=True, kw_only=True):
    """An everyday name, with its entry and the typical weight, in grams, of portions
    such as "each", "medium", "cup" and "slice"."""

    name: str
    aliases: tuple[str, ...]
    entry: str
    portions: dict[str, float]


class Serving(msgspec.Struct, frozen=True, kw_only=True):
    """An amount of a food, as requested and as understood."""

    phrase: str
    food: Food
    quantity: float
    unit: str
    grams: float
    weighed_by: str
    """How the weight was determined."""

    @property
    def nutrients(self) -> dict[str, float]:
        """Return the nutrients of this serving, rounded as on a label."""
        share = self.grams / 100
        return {key: _round_nutrient(key, value * share) for key, value in self.food.nutrients.items()}


class UnknownFood(LookupError):
    """A part of a phrase names no known food."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def total_nutrients(servings: list[Serving]) -> dict[str, float]:
    """Return the total of servings, exactly the sum of their rounded nutrients."""
    total: dict[str, float] = {}
    shown = [serving.nutrients for serving in servings]
    for key in NUTRIENTS:
        values = [nutrients[key] for nutrients in shown if key in nutrients]
        if values:
            total[key] = _round_nutrient(key, sum(values))
    return total


def _round_nutrient(key: str, value: float) -> float:
    return round(value, 1 if key == "energy_kcal" else 2)
