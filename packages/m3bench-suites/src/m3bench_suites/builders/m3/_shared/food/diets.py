"""Diets: days of eating only the food in a picture, and what is asked about them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from m3bench.checks import Expected, Tolerance
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.core.text import join
from m3bench.suites import PlanError, Solution
from m3bench_suites.builders.m3._shared.food.diet_requests import (
    ADVICE,
    BODIES,
    EATEN,
    FUZZY,
    FUZZY_EATEN,
    MEALS,
    REQUESTS,
)
from m3bench_suites.builders.m3.family import TaskDraw

FRUIT = frozenset(
    ("apple", "pear", "orange", "lemon", "banana", "grapes", "strawberry", "pineapple", "watermelon", "kiwi",
     "peach")
)  # fmt: skip
DOUBTFUL = frozenset(("tomato", "eggplant", "cucumber", "bell pepper", "corn", "pumpkin"))
"""Food that some call fruit and others vegetables."""
EDIBLE = FRUIT | DOUBTFUL | {"carrot", "broccoli", "onion", "radish", "lettuce"}
IN_PART = frozenset(("watermelon", "pumpkin", "lettuce"))
"""Food whose amount is unclear: shown as a slice, not eaten whole, or mistaken for a cabbage."""
REFERENCE = 2_000
"""An adult's daily reference intake in kcal, as in the encyclopedia."""
LEAST_ENERGY = 120
"""Minimum energy in kcal."""
_LEAST_COVERED = 4
"""Minimum coverage of the scarcest nutrient in percent, so that a limit can be below it."""
LEAST_APART = 1.15
"""Minimum ratio between the coverage of the second scarcest and the scarcest nutrient."""
_NEAR_ENOUGH = 200
"""Distance from the reference intake in kcal within which "enough" is disputable."""
_OTHER_NAMES = {
    "grapes": ("grape", "bunch of grapes"),
    "bell pepper": ("pepper", "sweet pepper", "paprika"),
    "corn": ("maize", "sweetcorn", "corn on the cob", "ear of corn"),
    "eggplant": ("aubergine",),
    "kiwi": ("kiwifruit", "kiwi fruit"),
    "lettuce": ("salad", "head of lettuce"),
    "lemon": ("lime",),
}
_MEASURES = {"grapes": "bunch", "broccoli": "head", "lettuce": "head", "corn": "ear"}
_PLURALS = {"strawberry": "strawberries", "peach": "peaches", "radish": "radishes", "tomato": "tomatoes"}
_BUNCHES = {"bunch": "bunches"}


class Nutrient(msgspec.Struct, frozen=True):
    """A nutrient, its daily amount, and the health topic about it."""

    name: str
    key: str
    needed: int
    unit: str
    topic: str
    words: str
    """Accepted names, separated by bars."""

    @property
    def target(self) -> str:
        return f"{self.name} ({self.needed:,} {self.unit})"


NUTRIENTS = (
    Nutrient("protein", "protein_g", 50, "g", "Protein", "protein"),
    Nutrient("calcium", "calcium_mg", 1_000, "mg", "Calcium", "calcium"),
    Nutrient("iron", "iron_mg", 14, "mg", "Iron", "iron"),
    Nutrient("fibre", "fiber_g", 25, "g", "Fiber", "fibre|fiber"),
)


class Day(msgspec.Struct, frozen=True):
    """The energy of a day, and the coverage of each nutrient in percent."""

    energy: float
    covered: dict[str, float]
    least: Nutrient
    portions: tuple[float, ...]
    """The energy of each portion."""


class Diet(msgspec.Struct, frozen=True):
    """A diet that one task asks about."""

    meals: int
    """Number of meals of the day."""
    eaten: str
    """`all`, or `fruit` to leave out vegetables."""
    nutrients: tuple[Nutrient, ...]
    body: tuple[float, float] | None = None
    """Height in metres and weight in kilograms, if the BMI is asked for."""
    limit: int = 0
    """Coverage in percent below which advice is asked for."""

    @property
    def fewest(self) -> int:
        """Minimum number of kinds to eat."""
        return 2 if self.eaten == "all" else 1

    @property
    def labels(self) -> frozenset[str]:
        return EDIBLE if self.eaten == "all" else FRUIT

    def day(self, totals: Sequence[Mapping[str, float]]) -> Day:
        """Add up the portions. Raise `PlanError` if no nutrient is clearly the scarcest."""
        day = self._sum(totals)
        if day is None:
            raise PlanError("Two nutrients are about equally scarce.")
        return day

    def clear(self, totals: Sequence[Mapping[str, float]]) -> bool:
        """Return whether the energy is sufficient and one nutrient is clearly the scarcest."""
        day = self._sum(totals)
        if day is None or day.energy < LEAST_ENERGY:
            return False
        return abs(day.energy - REFERENCE) > _NEAR_ENOUGH and day.covered[day.least.name] >= _LEAST_COVERED

    def with_limit(self, totals: Sequence[Mapping[str, float]], *, advised: bool) -> Diet:
        """Return the diet with a limit that the scarcest nutrient clearly misses (`advised`) or reaches."""
        day = self.day(totals)
        least = day.covered[day.least.name]
        limit = math.ceil((least * 1.3 + 4) / 5) * 5 if advised else math.floor(least * 0.7)
        return msgspec.structs.replace(self, limit=limit)

    def needs_advice(self, day: Day) -> bool:
        return day.covered[day.least.name] < self.limit

    def _sum(self, totals: Sequence[Mapping[str, float]]) -> Day | None:
        energy = self.meals * sum(total["energy_kcal"] for total in totals)
        covered = {
            each.name: 100 * self.meals * sum(total.get(each.key, 0.0) for total in totals) / each.needed
            for each in self.nutrients
        }
        ranked = sorted(self.nutrients, key=lambda each: covered[each.name])
        if covered[ranked[1].name] < LEAST_APART * covered[ranked[0].name]:
            return None
        portions = tuple(total["energy_kcal"] for total in totals)
        return Day(energy, covered, ranked[0], portions)

    def request(self, draw: TaskDraw, photo: str) -> str:
        return self._phrase(draw, REQUESTS, EATEN[self.eaten].format(photo=photo))

    def fuzzy_request(self, draw: TaskDraw, photo: str) -> str:
        return self._phrase(draw, FUZZY, FUZZY_EATEN[self.eaten].format(photo=photo))

    def _phrase(self, draw: TaskDraw, forms: Sequence[str], eaten: str) -> str:
        targets = [each.target for each in self.nutrients]
        words = {
            "eaten": eaten,
            "meals": MEALS[self.meals],
            "targets": join(targets),
            "advice": draw.pick(ADVICE, "advice").format(limit=self.limit),
        }
        text = draw.phrased(*forms, **words)
        if self.body is None:
            return text
        return f"{text} {draw.pick(BODIES, 'body').format(height=self.body[0], weight=self.body[1])}"

    def form(self) -> AnswerForm:
        """Return the answer form."""
        number, name = FieldType.NUMBER, FieldType.NAME
        body = (
            AnswerField("bmi", number, "the body mass index"),
            AnswerField("bmi_class", name, "how that index is classed"),
        )
        covered = (
            AnswerField(f"{each.name}_percent", number, f"how much of the {each.name} is covered", unit="%")
            for each in self.nutrients
        )
        return AnswerForm(
            (
                AnswerField(
                    "foods",
                    FieldType.RECORD,
                    "what is eaten at one meal",
                    many=True,
                    fields=(
                        AnswerField("food", name, "the kind of fruit or vegetable"),
                        AnswerField("count", number, "how many; a bunch or a head counts as one"),
                    ),
                ),
                AnswerField("energy", number, "the energy of the day", unit="kcal"),
                AnswerField("reference_percent", number, "its share of the reference intake", unit="%"),
                AnswerField("enough", FieldType.YES_NO, "whether it reaches the reference intake"),
                *covered,
                AnswerField("scarcest", name, "the nutrient that is covered worst"),
                AnswerField("advice_needed", FieldType.YES_NO, "whether it is below the limit"),
                AnswerField("advice", name, "one piece of advice, word for word as on the health page"),
                *(body if self.body else ()),
            )
        )

    def solution(
        self, eaten: Mapping[str, int], day: Day, advice: Any, body: Mapping[str, Any] | None
    ) -> Solution:
        """Return the answer and its fields. `advice` is the health page, or None if not needed."""
        share = 100 * day.energy / REFERENCE
        enough = "enough" if day.energy >= REFERENCE else "not enough"
        tips = _tips(advice) if advice else []
        lines = [
            f"The picture shows {', '.join(portion_text(label, count) for label, count in eaten.items())}.",
            (
                f"Eaten {MEALS[self.meals]}, that is about {day.energy:,.0f} kcal, {share:.0f}% of the "
                f"reference intake of 2,000 kcal, so it is {enough} energy for a day."
            ),
            *(f"{name.capitalize()}: {part:.0f}% of the daily amount." for name, part in day.covered.items()),
            f"The scarcest is {day.least.name}. {' '.join(tips) or 'No advice is needed.'}",
        ]
        if body:
            lines.append(f"The body mass index is {body['bmi']:.1f} ({body['category']}).")
        fields = {**self._fields(eaten, day, share), "advice": _expected_advice(tips), **_expected_bmi(body)}
        return Solution("\n".join(lines), fields=fields)

    def _fields(self, eaten: Mapping[str, int], day: Day, share: float) -> dict[str, Expected]:
        foods = tuple(
            {
                "food": Expected(label, also=_OTHER_NAMES.get(label, ())),
                "count": Expected(count, grounds=()),
            }
            for label, count in eaten.items()
        )
        part = Tolerance(absolute=2, relative=0.05)
        covered = {
            f"{each.name}_percent": Expected(round(day.covered[each.name], 1), tolerance=part, grounds=())
            for each in self.nutrients
        }
        energy, names = round(day.energy, 1), tuple(day.least.words.split("|")[1:])
        percent = Tolerance(absolute=2, relative=0.03)
        return {
            "foods": Expected(rows=foods),
            "energy": Expected(energy, tolerance=Tolerance(relative=0.03), grounds=day.portions),
            "reference_percent": Expected(round(share, 1), tolerance=percent, grounds=("2,000 kcal",)),
            "enough": Expected(day.energy >= REFERENCE, grounds=("2,000 kcal",)),
            **covered,
            "scarcest": Expected(day.least.name, also=names, grounds=()),
            "advice_needed": Expected(self.needs_advice(day), grounds=()),
        }


def _tips(advice: Any) -> list[str]:
    """Return the advice of a health page."""
    return [tip for section in advice["topics"][0]["sections"][1:2] for tip in section["content"]]


def _expected_advice(tips: Sequence[str]) -> Expected:
    return Expected(tips[0], also=tuple(tips[1:])) if tips else Expected()


def _expected_bmi(body: Mapping[str, Any] | None) -> dict[str, Expected]:
    if body is None:
        return {}
    short = body["category"].split()[0]
    return {
        "bmi": Expected(body["bmi"], tolerance=Tolerance(absolute=0.06)),
        "bmi_class": Expected(body["category"], also=(short, f"{short} range")),
    }


def draw_diet(draw: TaskDraw, attempt: int) -> Diet:
    """Draw the diet of a task, a different one for each attempt."""
    meals = draw.pick((1, 3, 3, 2), "meals")
    nutrients = sorted(
        draw.sample(NUTRIENTS, draw.pick((2, 3), "many", attempt), "nutrients", attempt), key=NUTRIENTS.index
    )
    body = (draw.whole(155, 195, "height") / 100, float(draw.whole(50, 98, "weight")))
    return Diet(
        meals,
        draw.pick(("all", "fruit", "all"), "eaten", attempt),
        tuple(nutrients),
        body if draw.number % 3 == 1 else None,
    )


def portion_text(label: str, count: int) -> str:
    """Return a portion in words: '3 apples', '2 bunches of grapes'."""
    if measure := _MEASURES.get(label):
        return f"{count} {measure if count == 1 else _BUNCHES.get(measure, f'{measure}s')} of {label}"
    return f"{count} {label if count == 1 else _PLURALS.get(label, f'{label}s')}"
