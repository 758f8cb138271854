"""Fruit Cal: add up the nutrition of the fruit in a picture."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from m3bench.checks import Expected, Tolerance
from m3bench.core.text import join
from m3bench.suites import CallResult, Plan, PlanError, PlannedCall, Solution, call
from m3bench_suites.builders.m3._shared.animals.sightings import (
    Sighting,
    all_visible,
    counts,
    require_detected,
    true_sightings,
)
from m3bench_suites.builders.m3.family import ScenePicture, TaskDraw, Turn, m3_family
from m3bench_suites.builders.tasks import TaskSpec, require
from m3bench_world.pantry import total_nutrients

DETECT, EAT = "dinox-mcp/detect-all-objects", "food_nutrition_mcp/get_nutrition"
READ, ADVICE, BMI = "wiki/summary", "healthcare-mcp/health_topics", "healthcare-mcp/calculate_bmi"
MOST_KINDS, MOST_PIECES = 6, 18
_UNADVISED = Turn(2, of=8)
"""In this task, no nutrient is scarce enough for advice."""
IN_VIEW = 0.65
"""Share of each piece that must be visible to be counted."""
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
_ALL = 100
"""Highest limit in percent."""
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
MEALS = {1: "once in the whole day", 2: "at both of two meals", 3: "at each of three meals"}
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
        """Return the diet with a limit that the scarcest nutrient clearly misses (`advised`) or reaches.

        It always reaches the limit if it has nearly all that is needed: nobody asks for more than 100 %.
        """
        day = self.day(totals)
        least = day.covered[day.least.name]
        above, below = math.ceil((least * 1.3 + 4) / 5) * 5, least * 0.7
        if advised and above <= _ALL:
            return msgspec.structs.replace(self, limit=above)
        rounded = math.floor(below / 5) * 5 or math.floor(below)
        return msgspec.structs.replace(self, limit=min(rounded, _ALL))

    def needs_advice(self, day: Day) -> bool:
        return day.covered[day.least.name] < self.limit

    def _sum(self, totals: Sequence[Mapping[str, float]]) -> Day | None:
        energy = self.meals * sum(total["energy_kcal"] for total in totals)
        covered = {
            nutrient.name: 100
            * self.meals
            * sum(total.get(nutrient.key, 0.0) for total in totals)
            / nutrient.needed
            for nutrient in self.nutrients
        }
        ranked = sorted(self.nutrients, key=lambda each: covered[each.name])
        if covered[ranked[1].name] < LEAST_APART * covered[ranked[0].name]:
            return None
        portions = tuple(total["energy_kcal"] for total in totals)
        return Day(energy, covered, ranked[0], portions)

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
            f"{nutrient.name}_percent": Expected(
                round(day.covered[nutrient.name], 1), tolerance=part, grounds=()
            )
            for nutrient in self.nutrients
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


def fruit_cal(draw: TaskDraw) -> TaskSpec:
    photo, diet = _choose(draw)
    portions = _portions(draw, photo, diet)
    diet = diet.with_limit(portions, advised=not draw.is_turn(_UNADVISED))
    table = _Plans(photo, diet)
    plans = (table.counted, table.in_one_query, table.seen)
    height, weight = diet.body or (0, 0)
    return TaskSpec(
        words={
            "photo": photo.name,
            "eaten": diet.eaten,
            "meals": MEALS[diet.meals],
            "targets": join(nutrient.target for nutrient in diet.nutrients),
            **{nutrient.name: nutrient in diet.nutrients for nutrient in NUTRIENTS},
            "limit": diet.limit,
            "body": bool(diet.body),
            "height": height,
            "weight": weight,
        },
        plans=plans if len(portions) > 1 else (table.counted, table.seen),
        pictures=(photo.picture,),
        level="L3" if diet.body else "L2",
        solvable=diet.needs_advice(diet.day(portions)),
        extra={"meals": diet.meals, "eaten": diet.eaten},
        key_facts=tuple(dict.fromkeys(thing.label for thing in true_sightings(photo.scene, EDIBLE))),
    )


def _choose(draw: TaskDraw) -> tuple[ScenePicture, Diet]:
    """Return the first picture and diet with an unambiguous result."""
    pictures = [draw.picture(draw.photo_name(), "fruit_bowl", part=part) for part in range(10)]
    tries = [draw_diet(draw, attempt) for attempt in range(8)]
    matching = ((photo, diet) for diet in tries for photo in pictures if _suits(draw, photo, diet))
    choice = next(matching, None)
    if choice is None:
        raise PlanError("No picture and diet have an unambiguous result.")
    return choice


def _portions(draw: TaskDraw, photo: ScenePicture, diet: Diet) -> list[Mapping[str, float]]:
    """Return the nutrition of each kind that is eaten."""
    shown = counts(true_sightings(photo.scene, EDIBLE))
    eaten = [portion_text(label, count) for label, count in shown.items() if label in diet.labels]
    return [total_nutrients(draw.world.pantry.servings(portion)) for portion in eaten]


def _suits(draw: TaskDraw, photo: ScenePicture, diet: Diet) -> bool:
    """Return whether there are few, clear and visible kinds, and one nutrient is clearly the scarcest."""
    shown = counts(true_sightings(photo.scene, EDIBLE))
    eaten = [label for label in shown if label in diet.labels]
    few = len(eaten) >= diet.fewest and len(shown) <= MOST_KINDS and sum(shown.values()) <= MOST_PIECES
    told_apart = diet.eaten == "all" or (len(eaten) < len(shown) and not DOUBTFUL & set(shown))
    in_view = not IN_PART & set(shown) and all_visible(photo.scene, EDIBLE, IN_VIEW)
    return few and told_apart and in_view and diet.clear(_portions(draw, photo, diet))


class _Plans:
    """The plans: one query per kind, one for all, or without a detector."""

    def __init__(self, photo: ScenePicture, diet: Diet) -> None:
        self.photo, self.diet = photo, diet

    def counted(self) -> Plan:
        detected, *others = yield [self._detect(), *self._background()]
        eaten = self._eaten(require_detected(detected, self.photo.scene, EDIBLE))
        portions = yield [
            call(EAT, detected, query=portion_text(label, count)) for label, count in eaten.items()
        ]
        return (yield from self._finish(eaten, portions, others))

    def in_one_query(self) -> Plan:
        detected, *others = yield [self._detect(), *self._background()]
        eaten = self._eaten(require_detected(detected, self.photo.scene, EDIBLE))
        query = ", ".join(portion_text(label, count) for label, count in eaten.items())
        portions = yield [call(EAT, detected, query=query)]
        return (yield from self._finish(eaten, portions, others))

    def seen(self) -> Plan:
        """Without a detector, all calls are made at once."""
        eaten = self._eaten(true_sightings(self.photo.scene, EDIBLE))
        queries = [call(EAT, query=portion_text(label, count)) for label, count in eaten.items()]
        results = yield [*queries, *self._background()]
        return (yield from self._finish(eaten, results[: len(queries)], results[len(queries) :]))

    def _detect(self) -> PlannedCall:
        return call(DETECT, imageFileUri=self.photo.name, includeDescription=False)

    def _background(self) -> list[PlannedCall]:
        """Return the calls that do not depend on the picture."""
        wanted = [call(READ, title="Reference intake")]
        if self.diet.body:
            height, weight = self.diet.body
            wanted.append(call(BMI, height_meters=height, weight_kg=weight))
        return wanted

    def _eaten(self, things: Sequence[Sighting]) -> dict[str, int]:
        return {label: count for label, count in counts(things).items() if label in self.diet.labels}

    def _finish(
        self, eaten: Mapping[str, int], portions: Sequence[CallResult], others: Sequence[CallResult]
    ) -> Plan:
        day = self.diet.day([portion.data["total"] for portion in portions])
        reference, *body = others
        require("2,000 kcal" in reference.data["summary"], "The encyclopedia has no reference intake.")
        weighed = body[0].data if body else None
        if not self.diet.needs_advice(day):
            return self.diet.solution(eaten, day, None, weighed)
        (advice,) = yield [call(ADVICE, *portions, topic=day.least.topic)]
        return self.diet.solution(eaten, day, advice.data, weighed)


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


FAMILY = m3_family(
    number=12,
    name="fruit_cal",
    title="Fruit Cal",
    goal="Add up the nutrients of a day with only the pictured fruit, and say what is missing.",
    servers=("dinox-mcp", "food_nutrition_mcp", "wiki", "healthcare-mcp"),
    tasks=(fruit_cal,),
)
