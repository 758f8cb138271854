"""The one tool: a fruit by name."""

from __future__ import annotations

from typing import Annotated

from m3bench.servers.kit import Answer, NotFound, Proof, Server, about, check_text
from m3bench_world.servers.context import ToolContext

NUTRIENTS = {
    "calories": "energy_kcal",
    "fat": "fat_g",
    "sugar": "sugars_g",
    "carbohydrates": "carbohydrate_g",
    "protein": "protein_g",
    "fiber": "fiber_g",
}
"""Name in the answer → name in the pantry."""

server = Server(
    "FruityVice",
    "Family, genus, order and nutrients of fruits.",
    sources=("usda", "knowledge"),
    proof=Proof("get_fruit_nutrition", {"fruit_name": "apple"}),
)


@server.tool
def get_fruit_nutrition(
    context: ToolContext,
    fruit_name: Annotated[
        str, about("English name of one fruit, singular or plural, such as 'apple' or 'kiwi'.")
    ],
) -> Answer:
    """Botany and nutrients of one fruit: its family, genus and order, and what 100 g of it contain (calories
    in kcal; fat, sugar, carbohydrates, protein and fiber in grams). Values are those of the USDA for the raw
    fruit where it was measured."""
    name = check_text(fruit_name, "fruit_name")
    orchard = context.world.fruit
    fruit = orchard.find(name)
    if fruit is None:
        known = ", ".join(one.name for one in orchard.fruits())
        raise NotFound(f"no fruit '{name[:60]}'; known are {known}", orchard.near(name))
    measured = orchard.nutrients(fruit)
    return Answer(
        {
            "name": fruit.name,
            "id": fruit.id,
            "family": fruit.family,
            "genus": fruit.genus,
            "order": fruit.order,
            "nutritions": {shown: round(measured[key], 2) for shown, key in NUTRIENTS.items()}
            | {"calories": _calories(context, fruit.name, round(measured["energy_kcal"], 2))},
        }
    )


def _calories(context: ToolContext, name: str, right: float) -> float:
    """Return the energy as this table states it. For some fruits it contradicts the encyclopedia."""
    errata = context.world.errata
    return errata.whole("fruit table", name, round(right)) if errata.has("fruit table", name) else right
