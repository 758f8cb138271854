"""Recipe Card: nutrition per serving of a recipe that was written by hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from m3bench.checks import Expected, Tolerance
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.suites import Blueprint, CallResult, Plan, Solution, call
from m3bench_suites.builders.m3.family import Family, TaskDraw
from m3bench_suites.builders.m3_camera._pictures import facts_of, find_scene, shows_texts

_EAT, _SUM, _DIVIDE = "food_nutrition_mcp/get_nutrition", "math/sum", "math/division"
_RECIPE = 1
"""Place of recipes among the forms of handwritten notes."""
_NEAR = Tolerance(0.06, 0.01)
_REQUESTS = (
    (
        "The recipe in {photo} was corrected by hand: leave out what is struck out. Look up the nutrients "
        "of each ingredient in the amount that is written there. How much energy and how much {nutrient} "
        "does one of the servings have? Also list the ingredients with their grams."
    ),
    (
        "Please read the recipe card {photo} as it stands after the corrections, and tell me the "
        "ingredients in grams, and the energy (kcal) and {nutrient} ({unit}) of a single serving, for the "
        "number of servings that the card gives."
    ),
)
_FUZZY = (
    (
        "I am cooking what is in {photo}, minus the crossed-out bits. What do I get from one plateful, in "
        "calories and {nutrient}? And tell me what goes in, with the grams."
    ),
    (
        "{photo} is a recipe from my aunt, who changed her mind while writing. How many calories and how "
        "much {nutrient} are in a portion? Show me the amounts you used."
    ),
)


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


def make(draw: TaskDraw) -> Blueprint:
    photo = find_scene(draw, "handwritten_note", _is_readable, first=_RECIPE, step=4)
    facts = facts_of(photo)
    case = Case(
        [Ingredient(**each) for each in facts["ingredients"]],
        facts["serves"],
        draw.pick(NUTRIENTS, "nutrient"),
    )
    words = {"photo": photo.name, "nutrient": case.nutrient.name, "unit": case.nutrient.unit}
    return Blueprint(
        id=draw.id,
        family=draw.family.title,
        request=draw.phrased(*_REQUESTS, **words),
        fuzzy_request=draw.phrased(*_FUZZY, **words),
        servers=("food_nutrition_mcp", "math"),
        form=_form(case.nutrient),
        plans=(partial(_one_by_one, case), partial(_in_one_query, case)),
        pictures=(photo.picture,),
        extra={"modalities": ["text", "image"]},
        key_facts=(facts["dish"], *(each.food for each in case.ingredients)),
    )


def _is_readable(scene: Any) -> bool:
    return shows_texts(scene, scene.facts["handwritten"])


def _form(nutrient: Nutrient) -> AnswerForm:
    ingredient = (
        AnswerField("food", FieldType.NAME, "the ingredient"),
        AnswerField("grams", FieldType.NUMBER, "its amount in the whole recipe", unit="g"),
    )
    return AnswerForm(
        (
            AnswerField(
                "ingredients", FieldType.RECORD, "each ingredient that counts", many=True, fields=ingredient
            ),
            AnswerField("energy", FieldType.NUMBER, "energy of one serving", unit="kcal"),
            AnswerField("nutrient", FieldType.NUMBER, f"{nutrient.name} of one serving", unit=nutrient.unit),
        )
    )


def _one_by_one(case: Case) -> Plan:
    """Look up each ingredient, add up, and divide by the servings."""
    found = yield [call(_EAT, query=each.words) for each in case.ingredients]
    energies = [_amount(each, "energy_kcal") for each in found]
    amounts = [_amount(each, case.nutrient.key) for each in found]
    sums = yield [call(_SUM, *found, numbers=numbers) for numbers in (energies, amounts)]
    return (yield from _divided(case, sums, (*energies, *amounts)))


def _in_one_query(case: Case) -> Plan:
    """Look up all ingredients in one query, which adds them up."""
    query = ", ".join(each.words for each in case.ingredients)
    (found,) = yield [call(_EAT, query=query)]
    energy, amount = _amount(found, "energy_kcal"), _amount(found, case.nutrient.key)
    shares = yield [
        call(_DIVIDE, found, numerator=total, denominator=case.serves) for total in (energy, amount)
    ]
    return _solution(case, [float(share.data) for share in shares], (energy, amount))


def _divided(case: Case, sums: Sequence[CallResult], grounds: Sequence[float]) -> Plan:
    shares = yield [
        call(_DIVIDE, total, numerator=float(total.data), denominator=case.serves) for total in sums
    ]
    return _solution(case, [float(share.data) for share in shares], grounds)


def _amount(found: CallResult, key: str) -> float:
    return float(found.data["total"].get(key, 0))


def _solution(case: Case, shares: Sequence[float], grounds: Sequence[float]) -> Solution:
    energy, amount = shares
    rows = tuple({"food": Expected(each.food), "grams": Expected(each.grams)} for each in case.ingredients)
    listed = ", ".join(each.words for each in case.ingredients)
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


FAMILY = Family(
    number=151,
    name="recipe_card",
    title="Recipe Card",
    goal="Work out the nutrition per serving of a handwritten and corrected recipe.",
    make=make,
)
