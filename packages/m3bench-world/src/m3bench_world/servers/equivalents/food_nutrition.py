"""Both parameters of the tool name the food."""

from __future__ import annotations

from m3bench.core import Equivalence, EquivalentTool

EQUIVALENCES = (
    Equivalence(
        "nutrients of foods",
        (
            EquivalentTool(
                "food_nutrition_mcp/get_nutrition",
                {"query": "query", "food": "query"},
                {"food": "items[].food", "energy": "items[].nutrients.energy_kcal"},
            ),
        ),
    ),
)
