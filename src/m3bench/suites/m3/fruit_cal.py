"""Fruit Cal: what somebody gets who eats nothing but the fruit of a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from m3bench.suites.m3._shared.animals.sightings import Sighting, all_clear, counts, detected, truly_seen
from m3bench.suites.m3._shared.food import diets
from m3bench.suites.m3._shared.food.diets import Diet, helping
from m3bench.suites.m3.family import Family, Pictured, TaskDraw
from m3bench.suites.planning import Blueprint, Found, Plan, PlanError, Wanted, want
from m3bench.world.pantry import total_nutrients

DETECT, EAT = "dinox-mcp/detect-all-objects", "food_nutrition_mcp/get_nutrition"
READ, ADVICE, BMI = "wiki/summary", "healthcare-mcp/health_topics", "healthcare-mcp/calculate_bmi"
MOST_KINDS, MOST_PIECES = 6, 18
_ROUND, _UNADVISED = 8, 2
"""In one task of each round nothing is so scarce that advice is asked for."""
IN_VIEW = 0.65
"""Share of each piece that must be seen for it to be counted."""


def make(draw: TaskDraw) -> Blueprint:
    photo, diet = _fitting(draw)
    portions = _portions(draw, photo, diet)
    advised = draw.number % _ROUND != _UNADVISED
    diet = diet.limited(portions, advised=advised)
    table = _Table(photo, diet)
    plans = (table.counted, table.in_one_query, table.seen)
    return Blueprint(
        id=draw.id,
        family="Fruit Cal",
        request=diet.request(draw, photo.name),
        fuzzy_request=diet.fuzzy_request(draw, photo.name),
        servers=("dinox-mcp", "food_nutrition_mcp", "wiki", "healthcare-mcp"),
        form=diet.form(),
        plans=plans if len(portions) > 1 else (table.counted, table.seen),
        pictures=(photo.picture,),
        level="L3" if diet.body else "L2",
        extra={
            "modalities": ["text", "image"],
            "meals": diet.meals,
            "eaten": diet.eaten,
            **({} if advised else {"solvable": False}),
        },
        key_facts=tuple(dict.fromkeys(thing.label for thing in truly_seen(photo.scene, diets.EDIBLE))),
    )


def _fitting(draw: TaskDraw) -> tuple[Pictured, Diet]:
    """The first of some pictures, and of some diets, that leave no doubt about what comes out."""
    pictures = [draw.picture(draw.photo_name(), "fruit_bowl", part=part) for part in range(10)]
    tries = [diets.drawn(draw, attempt) for attempt in range(8)]
    fitting = ((photo, diet) for diet in tries for photo in pictures if _suits(draw, photo, diet))
    found = next(fitting, None)
    if found is None:
        raise PlanError("The pictures have too much on them, or nothing that can be told apart.")
    return found


def _portions(draw: TaskDraw, photo: Pictured, diet: Diet) -> list[Mapping[str, float]]:
    """What each kind that is eaten brings."""
    shown = counts(truly_seen(photo.scene, diets.EDIBLE))
    eaten = [helping(label, count) for label, count in shown.items() if label in diet.labels]
    return [total_nutrients(draw.world.pantry.servings(portion)) for portion in eaten]


def _suits(draw: TaskDraw, photo: Pictured, diet: Diet) -> bool:
    """A few kinds, well in view, none of them in doubt, and one nutrient clearly scarcer than the others."""
    shown = counts(truly_seen(photo.scene, diets.EDIBLE))
    eaten = [label for label in shown if label in diet.labels]
    few = len(eaten) >= diet.fewest and len(shown) <= MOST_KINDS and sum(shown.values()) <= MOST_PIECES
    told_apart = diet.eaten == "all" or (len(eaten) < len(shown) and not diets.DOUBTFUL & set(shown))
    in_view = not diets.IN_PART & set(shown) and all_clear(photo.scene, diets.EDIBLE, IN_VIEW)
    return few and told_apart and in_view and diet.clear(_portions(draw, photo, diet))


class _Table:
    """The ways to add up a day: one question for each kind, one for all, or counted by eye."""

    def __init__(self, photo: Pictured, diet: Diet) -> None:
        self.photo, self.diet = photo, diet

    def counted(self) -> Plan:
        look, *others = yield [self._look(), *self._background()]
        eaten = self._eaten(detected(look, self.photo.scene, diets.EDIBLE))
        portions = yield [want(EAT, look, query=helping(label, count)) for label, count in eaten.items()]
        return (yield from self._judged(eaten, portions, others))

    def in_one_query(self) -> Plan:
        look, *others = yield [self._look(), *self._background()]
        eaten = self._eaten(detected(look, self.photo.scene, diets.EDIBLE))
        query = ", ".join(helping(label, count) for label, count in eaten.items())
        portions = yield [want(EAT, look, query=query)]
        return (yield from self._judged(eaten, portions, others))

    def seen(self) -> Plan:
        """With eyes, nothing has to wait."""
        eaten = self._eaten(truly_seen(self.photo.scene, diets.EDIBLE))
        queries = [want(EAT, query=helping(label, count)) for label, count in eaten.items()]
        found = yield [*queries, *self._background()]
        return (yield from self._judged(eaten, found[: len(queries)], found[len(queries) :]))

    def _look(self) -> Wanted:
        return want(DETECT, imageFileUri=self.photo.name, includeDescription=False)

    def _background(self) -> list[Wanted]:
        """What has to be known whatever the picture shows."""
        wanted = [want(READ, title="Reference intake")]
        if self.diet.body:
            height, weight = self.diet.body
            wanted.append(want(BMI, height_meters=height, weight_kg=weight))
        return wanted

    def _eaten(self, things: Sequence[Sighting]) -> dict[str, int]:
        return {label: count for label, count in counts(things).items() if label in self.diet.labels}

    def _judged(self, eaten: Mapping[str, int], portions: Sequence[Found], others: Sequence[Found]) -> Plan:
        day = self.diet.day([portion.data["total"] for portion in portions])
        reference, *body = others
        if "2,000 kcal" not in reference.data["summary"]:
            raise PlanError("The encyclopedia has no reference intake.")
        weighed = body[0].data if body else None
        if not self.diet.needs_advice(day):
            return self.diet.solution(eaten, day, None, weighed)
        (advice,) = yield [want(ADVICE, *portions, topic=day.least.topic)]
        return self.diet.solution(eaten, day, advice.data, weighed)


FAMILY = Family(
    number=12,
    name="fruit_cal",
    title="Fruit Cal",
    goal="Add up what a day of nothing but the pictured fruit brings, and say what is missing.",
    make=make,
)
