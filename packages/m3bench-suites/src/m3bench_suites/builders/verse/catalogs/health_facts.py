"""Health facts: handbooks, nutrition, reports on medicines, and simple sums about them."""

from __future__ import annotations

from m3bench.checks import Tolerance
from m3bench.core.text import join
from m3bench_suites.builders.tasks import Family, Lookups, Value, apart, ask, use
from m3bench_suites.builders.verse.catalogs._shared.market import divided
from m3bench_suites.builders.verse.catalogs._shared.tolerances import UNGROUNDED
from m3bench_suites.builders.verse.family import TaskDraw

_CHAPTERS, _DRUG = "healthcare-mcp/ncbi_bookshelf_search", "healthcare-mcp/fda_drug_lookup"
_BMI, _FOOD = "healthcare-mcp/calculate_bmi", "food_nutrition_mcp/get_nutrition"
_CONDITIONS = ("migraine", "asthma", "psoriasis", "gout", "epilepsy", "hypertension", "pneumonia", "anemia")
_DRUGS = (
    "ibuprofen", "acetaminophen", "naproxen", "amoxicillin", "metformin", "lisinopril", "atorvastatin",
    "omeprazole", "sertraline", "cetirizine", "prednisone", "warfarin",
)  # fmt: skip
_STAPLES = ("cooked rice", "cooked lentils", "cooked pasta", "oatmeal", "boiled potatoes")
_SIDES = ("broccoli", "carrots", "spinach", "tomatoes", "cucumber")
_FRUIT = ("bananas", "apples", "oranges", "pears", "kiwis")
_SMALL = Tolerance(absolute=0.06)
_PART = Tolerance(absolute=0.00011)


def _chapter(draw: TaskDraw) -> Lookups:
    condition = draw.pick(_CONDITIONS, "condition")
    return Lookups(
        level="L1",
        words={"condition": condition},
        calls=(ask(_CHAPTERS, query=condition, max_results=2),),
        values={
            "id": "[0].books[0].id",
            "book": "[0].books[0].book_title",
            "author": "[0].books[0].authors[0]",
            "second": "[0].books[1].title",
        },
        answer="{id} in {book} by {author}; then {second}.",
        live=None,
    )


def _meal_of(draw: TaskDraw, name: str) -> str:
    grams = draw.whole(13, 34, name, "grams") * 10
    side = draw.whole(8, 22, name, "side") * 10
    fruit = draw.whole(2, 4, name, "fruit")
    return (
        f"{grams} g {draw.pick(_STAPLES, name, 'staple')}, {side} g {draw.pick(_SIDES, name, 'vegetable')} "
        f"and {fruit} medium {draw.pick(_FRUIT, name, 'fruit')}"
    )


def _meal(draw: TaskDraw) -> Lookups:
    meal = _meal_of(draw, "meal")
    return Lookups(
        level="L1",
        words={"meal": meal},
        calls=(ask(_FOOD, query=meal),),
        values={
            "energy": Value("[0].total.energy_kcal", _SMALL),
            "protein": Value("[0].total.protein_g", _SMALL),
            "vitamin_c": Value("[0].total.vitamin_c_mg", _SMALL),
            "grams": Value("[0].total.grams", _SMALL),
        },
        answer="{grams} g in all: {energy} kcal, {protein} g of protein, {vitamin_c} mg of vitamin C.",
        live=None,
    )


def _reports(draw: TaskDraw) -> Lookups:
    chosen = draw.sample(_DRUGS, 3, "drug")
    events = "[0:3].adverse_events"
    most = f"max_by({events}, &total_reports)"
    return Lookups(
        level="L2",
        words={"drugs": join(chosen)},
        calls=(
            *(ask(_DRUG, drug_name=name, search_type="adverse_events") for name in chosen),
            ask("math/sum", numbers=use(f"{events}.total_reports")),
            divided(f"{most}.reactions[0].count", f"{most}.total_reports"),
        ),
        values={
            "drug": f"{most}.generic_name",
            "reports": f"{most}.total_reports",
            "reaction": f"{most}.reactions[0].reaction",
            "part": Value("[4]", _PART, grounds=f"[{most}.total_reports]"),
            "total": Value("[3]", grounds=f"{events}.total_reports"),
        },
        guards=(apart(f"{events}.total_reports"),),
        answer="{drug} with {reports} of {total} reports; most often {reaction} ({part}).",
        live=None,
    )


def _leaflet(draw: TaskDraw) -> Lookups:
    meals = [_meal_of(draw, name) for name in ("lunch", "dinner")]
    height = draw.whole(156, 194, "height") / 100
    weight = draw.whole(52, 104, "weight")
    condition, drug = draw.pick(_CONDITIONS, "condition"), draw.pick(_DRUGS, "drug")
    return Lookups(
        level="L3",
        words={
            "height": f"{height:.2f}",
            "weight": weight,
            "lunch": meals[0],
            "dinner": meals[1],
            "condition": condition,
            "drug": drug,
        },
        calls=(
            *(ask(_FOOD, query=meal) for meal in meals),
            ask(_BMI, height_meters=height, weight_kg=weight),
            ask(_CHAPTERS, query=condition, max_results=1),
            ask(_DRUG, drug_name=drug, search_type="adverse_events"),
            ask("math/sum", numbers=use("[0:2].total.energy_kcal")),
            divided("[5]", weight),
        ),
        values={
            "energy": Value("[5]", _SMALL, grounds="[0:2].total.energy_kcal"),
            "per_kilogram": Value("[6]", Tolerance(absolute=0.011), grounds="[0:2].total.energy_kcal"),
            "bmi": Value("[2].bmi", Tolerance(absolute=0.006), grounds=UNGROUNDED),
            "chapter": "[3].books[0].id",
            "reports": "[4].adverse_events.total_reports",
        },
        answer="{energy} kcal or {per_kilogram} per kilogram; BMI {bmi}; {chapter}; {reports} reports.",
        live=None,
    )


FAMILY = Family(
    number=28,
    name="health_facts",
    title="Health facts",
    goal="Look up handbooks, nutrition and reports on medicines, and compute with them.",
    tasks=(_chapter, _meal, _reports, _leaflet),
    kind="retrieval",
    modalities=("text",),
)
