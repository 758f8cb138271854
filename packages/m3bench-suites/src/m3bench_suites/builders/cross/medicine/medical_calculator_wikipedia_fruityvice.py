"""Medical Calculator, Wikipedia and FruityVice: diets, with two sources on what fruit contains."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from m3bench.checks import Tolerance
from m3bench.suites import Plan, PlannedCall, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.medicine._shared.energy_tables import (
    ARTICLE,
    FRUIT,
    FRUITS,
    Energies,
    amount,
    enumerated,
)
from m3bench_suites.builders.tasks import (
    TaskSpec,
    branch,
    computed,
    leader,
    require,
    solution,
    stated,
    together,
)

_RATE, _WEIGHTS = "Medical Calculator/egfr_epi", "Medical Calculator/ibw_abw_calculator"
_FLUIDS = "Medical Calculator/maintenance_fluids"
_COUNT, _MANY = 7, 3
_ROW_MET = (
    ("Tamarind", "Plantain"),
    ("Pomegranate", "Tomato"),
    ("Avocado", "Jackfruit"),
    ("Passionfruit", "Cherry"),
    ("Apricot", "Banana"),
)
_ROW_UNMET = (
    ("Date", "Passionfruit"),
    ("Guava", "Kiwi"),
    ("Tamarind", "Avocado"),
    ("Apricot", "Banana"),
    ("Cherry", "Grape"),
)
_STRICT, _FREE = 150, 200
_LOW = ("Pineapple", "Watermelon", "Blueberry", "Apple")


def kidney_diet(draw: TaskDraw) -> TaskSpec:
    """Make a task on fruit with little potassium."""
    met = [*(draw.pick(pair, "met", pair) for pair in _ROW_MET), draw.pick(_LOW, "low met")]
    unmet = [*(draw.pick(pair, "unmet", pair) for pair in _ROW_UNMET), draw.pick(_LOW, "low unmet")]
    fruits = draw.sample([fruit for fruit in FRUITS if fruit not in (*met, *unmet)], _COUNT, "fruits")
    male, age = draw.pick((True, False), "male"), draw.whole(44, 72, "age")
    creatinine = draw.whole(12, 24, "creatinine") / 10
    weight, inches = draw.whole(60, 98, "weight"), draw.whole(61, 73, "inches")
    measured = (
        call(_RATE, scr=creatinine, age=age, male=male),
        call(_WEIGHTS, weight_kg=weight, height_inches=inches, male=male),
    )
    patient = (
        f"A {'man' if male else 'woman'} of {age} with weak kidneys has a creatinine of {creatinine} mg/dL, "
        f"weighs {weight} kg and is {inches} inches tall."
    )
    return TaskSpec(
        words={
            "patient": patient,
            "fruits": enumerated(fruits),
            "met": enumerated(met),
            "unmet": enumerated(unmet),
            "strict": _STRICT,
            "free": _FREE,
            "many": _MANY,
        },
        plans=(partial(_kidney_diet_plan, measured, fruits, met, unmet),),
    )


def _kidney_diet_plan(
    measured: Sequence[PlannedCall], fruits: list[str], met: list[str], unmet: list[str]
) -> Plan:
    (rate, weights), tables, articles = yield from together(
        measured,
        (call(FRUIT, fruit_name=fruit) for fruit in fruits),
        (call(ARTICLE, title=fruit) for fruit in fruits),
    )
    require(abs(float(rate.data) - 45) > 0.5, "the eGFR is at the limit.")
    most = _STRICT if float(rate.data) < 45 else _FREE
    energies = Energies(fruits, tables, articles)
    vitamin = {name: amount(article, "vitamin C") for name, article in zip(fruits, articles, strict=True)}
    richest = leader(vitamin, 0.3)
    many = len(energies.wrong) >= _MANY
    row = met if many else unmet
    ideal = weights.data["ideal_weight_kg"]
    fluid, page = yield [
        call(_FLUIDS, weights, weight_kg=ideal),
        call(ARTICLE, *tables, *articles, title=row[0]),
    ]
    potassium = [amount(page, "potassium")]
    for name in row[1:]:
        if potassium[-1] <= most:
            break
        (page,) = yield [call(ARTICLE, rate, page, title=name)]
        potassium.append(amount(page, "potassium"))
    require(potassium[-1] <= most, "no fruit is allowed.")
    fruit = row[len(potassium) - 1]
    (table,) = yield [call(FRUIT, rate, page, fruit_name=fruit)]
    fields = {
        "rate": stated(float(rate.data), Tolerance(absolute=0.5)),
        "mismatches": energies.mismatches(),
        "many": computed(many, energies.grounds),
        "richest": computed(richest, (richest, *vitamin.values())),
        "vitamin": stated(vitamin[richest], Tolerance(absolute=0.06)),
        "fruit": stated(table.data["name"], also=(page.data["title"],)),
        "potassium": stated(potassium[-1]),
        "fiber": stated(table.data["nutritions"]["fiber"], Tolerance(absolute=0.02)),
        "ideal": stated(ideal, Tolerance(absolute=0.06)),
        "fluid": stated(float(fluid.data), Tolerance(absolute=0.5)),
    }
    decision = branch(
        f"the sources differ on at least {_MANY} of the fruits",
        holds=many,
        met={"tools": [ARTICLE], "values": met[:1]},
        unmet={"tools": [ARTICLE], "values": unmet[:1]},
    )
    return solution(fields, branches=[decision], validations=[energies.checked])


_DATES, _BODY = "Medical Calculator/pregnancy_calculator", "Medical Calculator/bmi_bsa_calculator"
_MEAN = "Medical Calculator/map_calculator"
_PREGNANCY_DIET_COUNT, _LEAST = 7, 40
_PREGNANCY_DIET_ROW_MET = (
    ("Apple", "Pear"),
    ("Peach", "Apricot"),
    ("Plum", "Avocado"),
    ("Raspberry", "Banana"),
    ("Grapefruit", "Starfruit"),
)
_PREGNANCY_DIET_ROW_UNMET = (
    ("Grape", "Blueberry"),
    ("Cranberry", "Pomegranate"),
    ("Persimmon", "Watermelon"),
    ("Blackberry", "Jackfruit"),
    ("Lime", "Mango"),
)
_HIGH_MET, _HIGH_UNMET = ("Strawberry", "Papaya", "Guava"), ("Pineapple", "Lychee")


def first_relative(article: object) -> str:
    """Return the first related species that an article names."""
    sections = article.get("sections", ()) if isinstance(article, dict) else ()
    said = next((section["text"] for section in sections if section["title"] == "Relatives"), "")
    names = said.partition(": ")[2].rstrip(".").replace(" and ", ", ")
    require(names, "the article names no relatives.")
    return names.split(", ")[0]


def family_of(article: object) -> str:
    """Return the family that an article classifies a species in."""
    sections = article.get("sections", ()) if isinstance(article, dict) else ()
    said = next((section["text"] for section in sections if section["title"] == "Classification"), "")
    require("family " in said, "the article names no family.")
    return said.partition("family ")[2].split(",")[0]


def pregnancy_diet(draw: TaskDraw) -> TaskSpec:
    """Make a task on fruit with much vitamin C."""
    met = [
        *(draw.pick(pair, "met", pair) for pair in _PREGNANCY_DIET_ROW_MET),
        draw.pick(_HIGH_MET, "high met"),
    ]
    unmet = [
        *(draw.pick(pair, "unmet", pair) for pair in _PREGNANCY_DIET_ROW_UNMET),
        draw.pick(_HIGH_UNMET, "high unmet"),
    ]
    fruits = draw.sample(
        [fruit for fruit in FRUITS if fruit not in (*met, *unmet)], _PREGNANCY_DIET_COUNT, "fruits"
    )
    scan = f"2025-{draw.whole(8, 10, 'month'):02d}-{draw.whole(3, 27, 'day'):02d}"
    weeks, days = draw.whole(8, 13, "weeks"), draw.whole(1, 6, "days")
    weight, height = draw.whole(54, 88, "weight"), draw.whole(156, 178, "height")
    systolic = draw.whole(104, 138, "systolic")
    diastolic = systolic - draw.whole(36, 48, "diastolic")
    measured = (
        call(
            _DATES,
            calculation_method="ultrasound",
            date_value=scan,
            gestational_age_weeks=weeks,
            gestational_age_days=days,
        ),
        call(_BODY, weight=weight, height=height),
        call(_MEAN, sbp=systolic, dbp=diastolic),
    )
    return TaskSpec(
        words={
            "scan": scan,
            "weeks": weeks,
            "days": days,
            "weight": weight,
            "height": height,
            "systolic": systolic,
            "diastolic": diastolic,
            "fruits": enumerated(fruits),
            "met": enumerated(met),
            "unmet": enumerated(unmet),
            "least": _LEAST,
        },
        plans=(partial(_pregnancy_diet_plan, measured, fruits, met, unmet),),
    )


def _pregnancy_diet_plan(
    measured: Sequence[PlannedCall], fruits: list[str], met: list[str], unmet: list[str]
) -> Plan:
    (dates, body, pressure), tables, articles = yield from together(
        measured,
        (call(FRUIT, fruit_name=fruit) for fruit in fruits),
        (call(ARTICLE, title=fruit) for fruit in fruits),
    )
    energies = Energies(fruits, tables, articles)
    gap = sum(energies.table.values()) - sum(energies.book.values())
    require(abs(gap) > 0.5, "the totals agree.")
    higher = gap > 0
    row = met if higher else unmet
    uses = [*tables, *articles]
    vitamin: list[float] = []
    for name in row:
        (page,) = yield [call(ARTICLE, *uses, title=name)]
        uses = [page]
        vitamin.append(amount(page, "vitamin C"))
        if vitamin[-1] >= _LEAST:
            break
    require(vitamin[-1] >= _LEAST, "no fruit has enough.")
    relative = first_relative(page.data)
    table, species = yield [
        call(FRUIT, page, fruit_name=row[len(vitamin) - 1]),
        call(ARTICLE, page, title=relative),
    ]
    fields = {
        "due": stated(dates.data["estimated_due_date"]),
        "bmi": stated(body.data["bmi"], Tolerance(absolute=0.06)),
        "pressure": stated(pressure.data["mean_arterial_pressure"], Tolerance(absolute=0.4)),
        "mismatches": energies.mismatches(),
        "table_total": computed(
            round(sum(energies.table.values()), 1), energies.table.values(), Tolerance(absolute=0.5)
        ),
        "book_total": computed(
            round(sum(energies.book.values()), 1), energies.book.values(), Tolerance(absolute=0.5)
        ),
        "higher": computed(higher, energies.grounds),
        "fruit": stated(table.data["name"], also=(page.data["title"],)),
        "vitamin": stated(vitamin[-1], Tolerance(absolute=0.06)),
        "sugar": stated(table.data["nutritions"]["sugar"], Tolerance(absolute=0.02)),
        "relative": stated(relative),
        "family": stated(family_of(species.data)),
    }
    decision = branch(
        "the energy of the fruits by the table is higher in total than by the encyclopedia",
        holds=higher,
        met={"tools": [ARTICLE], "values": met[:1]},
        unmet={"tools": [ARTICLE], "values": unmet[:1]},
    )
    return solution(fields, branches=[decision], validations=[energies.checked])


FAMILY = cross_family(
    number=7,
    name="medical_calculator_wikipedia_fruityvice",
    title="Medical Calculator, Wikipedia and FruityVice",
    servers=("Medical Calculator", "Wikipedia", "FruityVice"),
    tasks=(kidney_diet, pregnancy_diet),
)
