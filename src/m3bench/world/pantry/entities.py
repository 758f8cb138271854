"""What the pantry holds: foods, their everyday names, and helpings of them."""

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
"""Our key for a nutrient → the table's columns, the first with a value wins."""


class Food(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of USDA FoodData Central. `nutrients` is per 100 g; what was not measured is absent."""

    name: str
    category: str
    data_type: str
    serving: str
    """What the table calls its portion, such as "cup"; often unknown, and then empty."""
    serving_grams: float | None
    nutrients: dict[str, float]

    @property
    def energy_kcal(self) -> float:
        return self.nutrients["energy_kcal"]


class EverydayFood(msgspec.Struct, frozen=True, kw_only=True):
    """A name that people use, with the entry it stands for and the typical weight, in grams, of portions
    such as "each", "medium", "cup" and "slice"."""

    name: str
    aliases: tuple[str, ...]
    entry: str
    portions: dict[str, float]


class Serving(msgspec.Struct, frozen=True, kw_only=True):
    """So much of a food, as it was asked for and as it was understood."""

    phrase: str
    food: Food
    quantity: float
    unit: str
    grams: float
    weighed_by: str
    """How the weight was found, in words."""

    @property
    def nutrients(self) -> dict[str, float]:
        """In this helping, rounded to what a label would show."""
        share = self.grams / 100
        return {key: _round_nutrient(key, value * share) for key, value in self.food.nutrients.items()}


class UnknownFood(LookupError):
    """A part of a phrase that names no food that the pantry has."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def total_nutrients(servings: list[Serving]) -> dict[str, float]:
    """The total of helpings, exactly the sum of what each of them shows."""
    total: dict[str, float] = {}
    shown = [serving.nutrients for serving in servings]
    for key in NUTRIENTS:
        values = [nutrients[key] for nutrients in shown if key in nutrients]
        if values:
            total[key] = _round_nutrient(key, sum(values))
    return total


def _round_nutrient(key: str, value: float) -> float:
    return round(value, 1 if key == "energy_kcal" else 2)
