"""Recipe Card: nutrition per serving of a recipe that was written by hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from m3bench.checks import Expected, Tolerance
from m3bench.suites import CallResult, Plan, Solution, call
from m3bench_suites.builders.m3.family import TaskDraw, m3_family
from m3bench_suites.builders.m3_camera._shared.pictures import find_scene, shows_texts
from m3bench_suites.builders.tasks import TaskSpec

_EAT, _SUM, _DIVIDE = "food_nutrition_mcp/get_nutrition", "math/sum", "math/division"
_RECIPE = 1
"""Place of recipes among the forms of handwritten notes."""
_NEAR = Tolerance(0.06, 0.01)


class Nutrient(NamedTuple):
    name: str
    key: str
    unit: str


NUTRIENTS = (
    Nutrient("protein", "protein_g", "g"),
    Nutrient("calcium", "calcium_mg", "mg"),
    Nutrient("iron", "iron_mg", "mg"),
    Nutrient("potassium", "potassium_mg", "mg"),
)


class Ingredient(NamedTuple):
    food: str
    grams: int

    @property
    def words(self) -> str:
        return f"{self.grams} g {self.food}"


class Case(NamedTuple):
    ingredients: list[Ingredient]
    serves: int
    nutrient: Nutrient


def recipe_card(draw: TaskDraw) -> TaskSpec:
    photo = find_scene(draw, "handwritten_note", _is_readable, first=_RECIPE, step=4)
    facts = photo.scene.facts
    case = Case(
        [Ingredient(**ingredient) for ingredient in facts["ingredients"]],
        facts["serves"],
        draw.pick(NUTRIENTS, "nutrient"),
    )
    return TaskSpec(
        words={"photo": photo.name, "nutrient": case.nutrient.name, "unit": case.nutrient.unit},
        plans=(partial(_one_by_one, case), partial(_in_one_query, case)),
        pictures=(photo.picture,),
        key_facts=(facts["dish"], *(ingredient.food for ingredient in case.ingredients)),
    )


def _is_readable(scene: Any) -> bool:
    return shows_texts(scene, scene.facts["handwritten"])


def _one_by_one(case: Case) -> Plan:
    """Look up each ingredient, add up, and divide by the servings."""
    results = yield [call(_EAT, query=ingredient.words) for ingredient in case.ingredients]
    energies = [_amount(result, "energy_kcal") for result in results]
    amounts = [_amount(result, case.nutrient.key) for result in results]
    sums = yield [call(_SUM, *results, numbers=numbers) for numbers in (energies, amounts)]
    return (yield from _divided(case, sums, (*energies, *amounts)))


def _in_one_query(case: Case) -> Plan:
    """Look up all ingredients in one query, which adds them up."""
    query = ", ".join(ingredient.words for ingredient in case.ingredients)
    (result,) = yield [call(_EAT, query=query)]
    energy, amount = _amount(result, "energy_kcal"), _amount(result, case.nutrient.key)
    shares = yield [
        call(_DIVIDE, result, numerator=total, denominator=case.serves) for total in (energy, amount)
    ]
    return _solution(case, [float(share.data) for share in shares], (energy, amount))


def _divided(case: Case, sums: Sequence[CallResult], grounds: Sequence[float]) -> Plan:
    shares = yield [
        call(_DIVIDE, total, numerator=float(total.data), denominator=case.serves) for total in sums
    ]
    return _solution(case, [float(share.data) for share in shares], grounds)


def _amount(result: CallResult, key: str) -> float:
    return float(result.data["total"].get(key, 0))


def _solution(case: Case, shares: Sequence[float], grounds: Sequence[float]) -> Solution:
    energy, amount = shares
    rows = tuple(
        {"food": Expected(ingredient.food), "grams": Expected(ingredient.grams)}
        for ingredient in case.ingredients
    )
    listed = ", ".join(ingredient.words for ingredient in case.ingredients)
    nutrient = case.nutrient
    return Solution(
        answer=f"Of {listed} for {case.serves}, one serving has {energy:.1f} kcal and {amount:.2f} "
        f"{nutrient.unit} of {nutrient.name}.",
        fields={
            "ingredients": Expected(rows=rows),
            "energy": Expected(round(energy, 2), tolerance=_NEAR, grounds=tuple(grounds)),
            "nutrient": Expected(round(amount, 3), tolerance=_NEAR, grounds=tuple(grounds)),
        },
    )


FAMILY = m3_family(
    number=151,
    name="recipe_card",
    title="Recipe Card",
    goal="Work out the nutrition per serving of a handwritten and corrected recipe.",
    servers=("food_nutrition_mcp", "math"),
    level="L2",
    tasks=(recipe_card,),
)
