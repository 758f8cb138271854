"""Types of the pantry: foods, everyday names and servings."""

from __future__ import annotations

import msgspec

NUTRIENTS: dict[str, tuple[str, ...]] = {
    "energy_kcal": ("Energy",),
    "protein_g": ("Protein",),
    "fat_g": ("Total fat",),
    "saturated_fat_g": ("Fatty acids, total saturated",),
    "carbohydrate_g": ("Carbohydrate",),
    "fiber_g": ("Fiber", "Fiber (AOAC 2011.25)"),
    "sugars_g": ("Total Sugars", "Sugars, Total"),
    "cholesterol_mg": ("Cholesterol",),
    "sodium_mg": ("Sodium",),
    "potassium_mg": ("Potassium",),
    "calcium_mg": ("Calcium",),
    "iron_mg": ("Iron",),
    "magnesium_mg": ("Magnesium",),
    "phosphorus_mg": ("Phosphorus",),
    "zinc_mg": ("Zinc",),
    "vitamin_a_ug_rae": ("Vitamin A, RAE",),
    "vitamin_c_mg": ("Vitamin C",),
    "vitamin_d_ug": ("Vitamin D (D2 + D3)",),
    "vitamin_e_mg": ("Vitamin E",),
    "vitamin_k_ug": ("Vitamin K1",),
    "thiamin_mg": ("Thiamin",),
    "riboflavin_mg": ("Riboflavin",),
    "niacin_mg": ("Niacin",),
    "vitamin_b6_mg": ("Vitamin B-6",),
    "folate_ug": ("Folate, total",),
    "vitamin_b12_ug": ("Vitamin B-12",),
    "choline_mg": ("Choline",),
    "selenium_ug": ("Selenium",),
}
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
