"""Days on which only what is in a picture is eaten: how often, what of it, and what is asked about it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from m3bench.checks import ArgumentFromPicture, Called, Claim, Claims, Quantity, Tolerance
from m3bench.suites.m3._shared.diet_words import ADVICE, BODIES, EATEN, FUZZY, FUZZY_EATEN, MEALS, REQUESTS
from m3bench.suites.m3.family import Lot
from m3bench.suites.planning import PlanError, Solution

FRUIT = frozenset(
    ("apple", "pear", "orange", "lemon", "banana", "grapes", "strawberry", "pineapple", "watermelon", "kiwi",
     "peach")
)  # fmt: skip
DOUBTFUL = frozenset(("tomato", "eggplant", "cucumber", "bell pepper", "corn", "pumpkin"))
"""Fruit to some and vegetables to others."""
EDIBLE = FRUIT | DOUBTFUL | {"carrot", "broccoli", "onion", "radish", "lettuce"}
IN_PART = frozenset(("watermelon", "pumpkin"))
"""Shown as a slice, or not eaten whole: how much it is would be anybody's guess."""
REFERENCE = 2_000
"""Kilocalories of an adult's day, as the encyclopedia has it."""
LEAST_ENERGY = 120
"""Kilocalories below which it is not worth asking."""
LEAST_APART = 1.15
"""How much better the next nutrient is covered than the worst."""
_MEASURES = {"grapes": "bunch", "broccoli": "head", "lettuce": "head", "corn": "ear"}
_PLURALS = {"strawberry": "strawberries", "peach": "peaches", "radish": "radishes", "tomato": "tomatoes"}
_BUNCHES = {"bunch": "bunches"}


class Nutrient(msgspec.Struct, frozen=True):
    """A nutrient, how much of it a day needs, and the health topic about it."""

    name: str
    key: str
    needed: int
    unit: str
    topic: str
    words: str
    """How it may be called, with bars between."""

    @property
    def target(self) -> str:
        return f"{self.name} ({self.needed:,} {self.unit})"


NUTRIENTS = (
    Nutrient("protein", "protein_g", 50, "g", "Protein", "protein"),
    Nutrient("calcium", "calcium_mg", 1_000, "mg", "Calcium", "calcium"),
    Nutrient("iron", "iron_mg", 14, "mg", "Iron", "iron|anemia"),
    Nutrient("fibre", "fiber_g", 25, "g", "Fiber", "fibre|fiber"),
)


class Day(msgspec.Struct, frozen=True):
    """What a day comes to: energy, and how far each nutrient is covered, in per cent."""

    energy: float
    covered: dict[str, float]
    least: Nutrient


class Diet(msgspec.Struct, frozen=True):
    """One task."""

    meals: int
    """How often everything is eaten that day."""
    eaten: str
    """all, or fruit: then vegetables are left alone."""
    nutrients: tuple[Nutrient, ...]
    body: tuple[float, float] | None = None
    """Height in metres and weight in kilograms, where the index is asked for."""

    @property
    def fewest(self) -> int:
        """Kinds that must be eaten."""
        return 2 if self.eaten == "all" else 1

    @property
    def labels(self) -> frozenset[str]:
        return EDIBLE if self.eaten == "all" else FRUIT

    def day(self, totals: Sequence[Mapping[str, float]]) -> Day:
        """Adds up the portions. Raises `PlanError` where no nutrient is clearly the scarcest."""
        day = self._summed(totals)
        if day is None:
            raise PlanError("Two nutrients are about as scarce.")
        return day

    def clear(self, totals: Sequence[Mapping[str, float]]) -> bool:
        """Whether it is a meal, and one nutrient is clearly the scarcest."""
        day = self._summed(totals)
        return day is not None and day.energy >= LEAST_ENERGY

    def _summed(self, totals: Sequence[Mapping[str, float]]) -> Day | None:
        energy = self.meals * sum(total["energy_kcal"] for total in totals)
        covered = {
            each.name: 100 * self.meals * sum(total.get(each.key, 0.0) for total in totals) / each.needed
            for each in self.nutrients
        }
        ranked = sorted(self.nutrients, key=lambda each: covered[each.name])
        if covered[ranked[1].name] < LEAST_APART * covered[ranked[0].name]:
            return None
        return Day(energy, covered, ranked[0])

    def request(self, lot: Lot) -> str:
        return self._said(lot, REQUESTS, EATEN, ADVICE)

    def fuzzy_request(self, lot: Lot) -> str:
        return self._said(lot, FUZZY, FUZZY_EATEN, ADVICE)

    def _said(self, lot: Lot, forms: Sequence[str], eaten: Mapping[str, str], advice: Sequence[str]) -> str:
        targets = [each.target for each in self.nutrients]
        words = {
            "eaten": eaten[self.eaten],
            "meals": MEALS[self.meals],
            "targets": f"{', '.join(targets[:-1])} and {targets[-1]}",
            "advice": lot.pick(advice, "advice"),
        }
        text = lot.phrased(*forms, **words)
        if self.body is None:
            return text
        return f"{text} {lot.pick(BODIES, 'body').format(height=self.body[0], weight=self.body[1])}"

    def solution(
        self, eaten: Mapping[str, int], day: Day, advice: Any, body: Mapping[str, Any] | None
    ) -> Solution:
        share = 100 * day.energy / REFERENCE
        enough = "enough" if day.energy >= REFERENCE else "not enough"
        tips = [tip for section in advice["topics"][0]["sections"][1:2] for tip in section["content"]]
        lines = [
            f"The picture shows {', '.join(helping(label, count) for label, count in eaten.items())}.",
            (
                f"Eaten {MEALS[self.meals]}, that is about {day.energy:,.0f} kcal, {share:.0f}% of the "
                f"reference intake of 2,000 kcal, so it is {enough} energy for a day."
            ),
            *(f"{name.capitalize()}: {part:.0f}% of the daily amount." for name, part in day.covered.items()),
            f"The scarcest is {day.least.name}. {' '.join(tips)}",
        ]
        if body:
            lines.append(f"The body mass index is {body['bmi']:.1f} ({body['category']}).")
        claims = [*self._claims(eaten, day, share), *_advised(day.least, tips), *_weighed(body)]
        return Solution("\n".join(lines), (Claims(tuple(claims)), *_calls(eaten, day)))

    def _claims(self, eaten: Mapping[str, int], day: Day, share: float) -> list[Claim]:
        slack = Tolerance(relative=0.03)
        claims = [Claim(f"there are {label}", all_of=(label,)) for label in eaten]
        energy = Quantity(round(day.energy, 1), slack, ("kcal", "calories", "Cal", "kilocalories"))
        claims.append(Claim("the energy of the day", number=energy))
        percent = Quantity(round(share, 1), Tolerance(absolute=2, relative=0.03), ("%",))
        claims.append(Claim("its share of the reference intake", number=percent))
        for each in self.nutrients:
            part = Tolerance(absolute=2, relative=0.05)
            number = Quantity(round(day.covered[each.name], 1), part, ("%",), (each.words,))
            claims.append(Claim(f"how much of the {each.name} is covered", number=number))
        return claims


def drawn(lot: Lot, attempt: int) -> Diet:
    """The diet of a task; another at each attempt."""
    meals = lot.pick((1, 3, 3, 2), "meals")
    nutrients = sorted(
        lot.sample(NUTRIENTS, lot.pick((2, 3), "many", attempt), "nutrients", attempt), key=NUTRIENTS.index
    )
    body = (lot.whole(155, 195, "height") / 100, float(lot.whole(50, 98, "weight")))
    return Diet(
        meals,
        lot.pick(("all", "fruit", "all"), "eaten", attempt),
        tuple(nutrients),
        body if lot.number % 3 == 1 else None,
    )


def helping(label: str, count: int) -> str:
    """What is asked for: '3 apples', '2 bunches of grapes'."""
    if measure := _MEASURES.get(label):
        return f"{count} {measure if count == 1 else _BUNCHES.get(measure, f'{measure}s')} of {label}"
    return f"{count} {label if count == 1 else _PLURALS.get(label, f'{label}s')}"


def _advised(nutrient: Nutrient, tips: Sequence[str]) -> list[Claim]:
    telling = dict.fromkeys(word.lower() for tip in tips for word in re.findall(r"[A-Za-z-]{5,}", tip))
    return [Claim(f"what the page on {nutrient.name} advises", any_of=tuple(telling))]


def _weighed(body: Mapping[str, Any] | None) -> list[Claim]:
    if body is None:
        return []
    index = Quantity(body["bmi"], Tolerance(absolute=0.06))
    return [Claim("the body mass index", number=index, all_of=(body["category"].split()[0],))]


def _calls(eaten: Mapping[str, int], day: Day) -> list[Any]:
    foods, topic = "food_nutrition_mcp/get_nutrition", "healthcare-mcp/health_topics"
    asked = "|".join(word.casefold() for word in day.least.words.split("|"))
    return [
        ArgumentFromPicture(foods, "query", tuple(eaten), len(eaten)),
        Called(topic, {"topic": {"$regex": f"(?i){asked}"}}),
        Called("wiki/*"),
    ]
