"""Nutrition of foods named in everyday words."""

from __future__ import annotations

from typing import Annotated, Any

from m3bench.servers.kit import Answer, BadArgument, NotFound, Proof, Server, about, check_text
from m3bench_world.pantry import Serving, UnknownFood, total_nutrients
from m3bench_world.servers.context import ToolContext

server = Server(
    "food_nutrition_mcp",
    "Energy and nutrients of foods.",
    sources=("usda", "portions"),
    proof=Proof("get_nutrition", {"query": "2 medium apples"}),
)

Phrase = Annotated[
    str | None,
    about(
        "Foods with amounts in everyday English, several joined by 'and' or commas: '3 medium apples', "
        "'100 g rice and 2 eggs', 'a cup of cooked lentils, 1 tbsp olive oil'. Without an amount, one usual "
        "portion is taken."
    ),
]
OneFood = Annotated[
    str | None,
    about("The same, for callers that name a single food: 'banana', '1 slice of pizza'. Used without query."),
]


@server.tool
def get_nutrition(context: ToolContext, query: Phrase = None, food: OneFood = None) -> Answer:
    """Energy, macronutrients, vitamins and minerals of one or more foods, for the amounts asked for. Gives
    for each food the matched USDA entry, the weight in grams that was assumed and why, and its nutrients
    (energy in kcal; units are in the names), then the total over all foods, which is the exact sum of the
    items. A nutrient that was not measured is absent. Pass query or food."""
    phrase = query if query is not None and query.strip() else food
    if phrase is None:
        raise BadArgument("query", "neither query nor food is given; say what was eaten, such as '2 eggs'")
    name = "query" if phrase is query else "food"
    servings = _servings(context, check_text(phrase, name), name)
    items = [_item(serving) for serving in servings]
    grams = round(sum(serving.grams for serving in servings), 2)
    return Answer(
        {"query": phrase.strip(), "items": items, "total": {"grams": grams, **total_nutrients(servings)}}
    )


def _servings(context: ToolContext, text: str, name: str) -> list[Serving]:
    pantry = context.world.pantry
    try:
        servings = pantry.servings(text)
    except UnknownFood as unknown:
        near = pantry.near(unknown.name)
        raise NotFound(f"no food '{unknown.name[:80]}' in the table; use a plain name", near) from None
    if not servings:
        raise BadArgument(name, "it names no food; say what was eaten, such as '2 eggs'")
    return servings


def _item(serving: Serving) -> dict[str, Any]:
    return {
        "asked": serving.phrase,
        "food": serving.food.name,
        "category": serving.food.category,
        "quantity": serving.quantity,
        "unit": serving.unit,
        "grams": serving.grams,
        "weight_basis": serving.weighed_by,
        "nutrients": serving.nutrients,
    }
