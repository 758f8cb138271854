"""Medical Calculator, Wikipedia and FruityVice: fruit for a pregnant woman."""

from __future__ import annotations

from m3bench.checks import Tolerance
from m3bench.suites import Plan, call
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.cross.medicine._shared.energy_tables import (
    ARTICLE,
    FRUIT,
    FRUITS,
    Energies,
    amount,
    enumerated,
)
from m3bench_suites.builders.tasks import TaskSpec, branch, computed, require, solution, stated

_DATES, _BODY = "Medical Calculator/pregnancy_calculator", "Medical Calculator/bmi_bsa_calculator"
_MEAN = "Medical Calculator/map_calculator"
_COUNT, _LEAST = 7, 40
_ROW_MET = (
    ("Apple", "Pear"),
    ("Peach", "Apricot"),
    ("Plum", "Avocado"),
    ("Raspberry", "Banana"),
    ("Grapefruit", "Starfruit"),
)
_ROW_UNMET = (
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
    said = next((one["text"] for one in sections if one["title"] == "Relatives"), "")
    names = said.partition(": ")[2].rstrip(".").replace(" and ", ", ")
    require(names, "the article names no relatives.")
    return names.split(", ")[0]


def family_of(article: object) -> str:
    """Return the family that an article classifies a species in."""
    sections = article.get("sections", ()) if isinstance(article, dict) else ()
    said = next((one["text"] for one in sections if one["title"] == "Classification"), "")
    require("family " in said, "the article names no family.")
    return said.partition("family ")[2].split(",")[0]


def pregnancy_diet(draw: TaskDraw) -> TaskSpec:
    """Make a task on fruit with much vitamin C."""
    met = [*(draw.pick(pair, "met", pair) for pair in _ROW_MET), draw.pick(_HIGH_MET, "high met")]
    unmet = [*(draw.pick(pair, "unmet", pair) for pair in _ROW_UNMET), draw.pick(_HIGH_UNMET, "high unmet")]
    fruits = draw.sample([one for one in FRUITS if one not in (*met, *unmet)], _COUNT, "fruits")
    scan = f"2025-{draw.whole(8, 10, 'month'):02d}-{draw.whole(3, 27, 'day'):02d}"
    weeks, days = draw.whole(8, 13, "weeks"), draw.whole(1, 6, "days")
    weight, height = draw.whole(54, 88, "weight"), draw.whole(156, 178, "height")
    systolic = draw.whole(104, 138, "systolic")
    diastolic = systolic - draw.whole(36, 48, "diastolic")

    def plan() -> Plan:
        first = yield [
            call(
                _DATES,
                calculation_method="ultrasound",
                date_value=scan,
                gestational_age_weeks=weeks,
                gestational_age_days=days,
            ),
            call(_BODY, weight=weight, height=height),
            call(_MEAN, sbp=systolic, dbp=diastolic),
            *(call(FRUIT, fruit_name=one) for one in fruits),
            *(call(ARTICLE, title=one) for one in fruits),
        ]
        dates, body, pressure = first[:3]
        tables, articles = first[3 : _COUNT + 3], first[_COUNT + 3 :]
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
        table, other = yield [
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
            "family": stated(family_of(other.data)),
        }
        decision = branch(
            "the energy of the fruits by the table is higher in total than by the encyclopedia",
            holds=higher,
            met={"tools": [ARTICLE], "values": met[:1]},
            unmet={"tools": [ARTICLE], "values": unmet[:1]},
        )
        return solution(fields, branches=[decision], validations=[energies.checked])

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
        plans=(plan,),
    )
