"""Foods of everyday life that are not a species or a handwritten definition of their own."""

from __future__ import annotations

from functools import cached_property

import msgspec

from m3bench_world.encyclopedia.article import Draft, Section
from m3bench_world.encyclopedia.compiled import read_table
from m3bench_world.encyclopedia.kinds.kind import Kind
from m3bench_world.encyclopedia.kinds.wording import join_names
from m3bench_world.world import World

_SHOWN = {
    "energy_kcal": ("energy", "kcal"),
    "protein_g": ("protein", "g"),
    "fat_g": ("fat", "g"),
    "carbohydrate_g": ("carbohydrate", "g"),
    "sugars_g": ("of it sugars", "g"),
    "fiber_g": ("fibre", "g"),
    "vitamin_c_mg": ("vitamin C", "mg"),
    "potassium_mg": ("potassium", "mg"),
    "sodium_mg": ("sodium", "mg"),
}


class Columns(msgspec.Struct):
    key: list[str]
    entry: list[str]


class Foods(Kind):
    name = "food"

    @cached_property
    def _entries(self) -> dict[str, str]:
        columns = read_table("food", Columns)
        return dict(zip(columns.key, columns.entry, strict=True))

    def draft(self, key: str) -> Draft:
        title = self.title(key)
        food = self.world.pantry.find(self._entries[key])
        sections = nutrition_section(self.world, key)
        if food is None or not sections:
            return Draft(
                description="food", summary=f"{title} is a food of everyday life.", sources=("usda",)
            )
        parts = [
            f"{food.nutrients[name]:.1f} g {word}" for name, word in _MAIN.items() if name in food.nutrients
        ]
        summary = (
            f"{title} is a food that the US Department of Agriculture lists under “{food.category}”. "
            f"100 g of it ({food.name}) have {food.energy_kcal:.0f} kcal, with {join_names(parts)}."
        )
        return Draft(
            description=f"food, {food.category.lower()}",
            summary=summary,
            sections=sections,
            links=("Food", "Food energy", "Calorie", *key.split()),
            sources=("usda",),
        )


_MAIN = {"protein_g": "protein", "fat_g": "fat", "carbohydrate_g": "carbohydrate"}


def nutrition_section(world: World, name: str) -> tuple[Section, ...]:
    """Return the nutrients of 100 g, if the pantry has the food under its everyday name."""
    everyday = world.pantry.everyday(name)
    food = world.pantry.find(everyday.entry) if everyday else None
    if food is None:
        return ()
    parts = [
        f"{word} {round(food.nutrients[key], 1):g} {unit}"
        for key, (word, unit) in _SHOWN.items()
        if key in food.nutrients
    ]
    return (Section("Nutrition", f"100 g ({food.name}) contain: {', '.join(parts)}."),)
