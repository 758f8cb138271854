"""Fruit Cal: add up the nutrition of the fruit in a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from m3bench.suites import Blueprint, CallResult, Plan, PlanError, PlannedCall, call
from m3bench_suites.builders.m3._shared.animals.sightings import (
    Sighting,
    all_visible,
    counts,
    require_detected,
    true_sightings,
)
from m3bench_suites.builders.m3._shared.food import diets
from m3bench_suites.builders.m3._shared.food.diets import Diet, portion_text
from m3bench_suites.builders.m3.family import Family, ScenePicture, TaskDraw
from m3bench_world.pantry import total_nutrients

DETECT, EAT = "dinox-mcp/detect-all-objects", "food_nutrition_mcp/get_nutrition"
READ, ADVICE, BMI = "wiki/summary", "healthcare-mcp/health_topics", "healthcare-mcp/calculate_bmi"
MOST_KINDS, MOST_PIECES = 6, 18
_ROUND, _UNADVISED = 8, 2
"""In one task of each round, no nutrient is scarce enough for advice."""
IN_VIEW = 0.65
"""Share of each piece that must be visible to be counted."""


def make(draw: TaskDraw) -> Blueprint:
    photo, diet = _choose(draw)
    portions = _portions(draw, photo, diet)
    advised = draw.number % _ROUND != _UNADVISED
    diet = diet.with_limit(portions, advised=advised)
    table = _Plans(photo, diet)
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
        key_facts=tuple(dict.fromkeys(thing.label for thing in true_sightings(photo.scene, diets.EDIBLE))),
    )


def _choose(draw: TaskDraw) -> tuple[ScenePicture, Diet]:
    """Return the first picture and diet with an unambiguous result."""
    pictures = [draw.picture(draw.photo_name(), "fruit_bowl", part=part) for part in range(10)]
    tries = [diets.draw_diet(draw, attempt) for attempt in range(8)]
    matching = ((photo, diet) for diet in tries for photo in pictures if _suits(draw, photo, diet))
    found = next(matching, None)
    if found is None:
        raise PlanError("No picture and diet have an unambiguous result.")
    return found


def _portions(draw: TaskDraw, photo: ScenePicture, diet: Diet) -> list[Mapping[str, float]]:
    """Return the nutrition of each kind that is eaten."""
    shown = counts(true_sightings(photo.scene, diets.EDIBLE))
    eaten = [portion_text(label, count) for label, count in shown.items() if label in diet.labels]
    return [total_nutrients(draw.world.pantry.servings(portion)) for portion in eaten]


def _suits(draw: TaskDraw, photo: ScenePicture, diet: Diet) -> bool:
    """Return whether there are few, clear and visible kinds, and one nutrient is clearly the scarcest."""
    shown = counts(true_sightings(photo.scene, diets.EDIBLE))
    eaten = [label for label in shown if label in diet.labels]
    few = len(eaten) >= diet.fewest and len(shown) <= MOST_KINDS and sum(shown.values()) <= MOST_PIECES
    told_apart = diet.eaten == "all" or (len(eaten) < len(shown) and not diets.DOUBTFUL & set(shown))
    in_view = not diets.IN_PART & set(shown) and all_visible(photo.scene, diets.EDIBLE, IN_VIEW)
    return few and told_apart and in_view and diet.clear(_portions(draw, photo, diet))


class _Plans:
    """The plans: one query per kind, one for all, or without a detector."""

    def __init__(self, photo: ScenePicture, diet: Diet) -> None:
        self.photo, self.diet = photo, diet

    def counted(self) -> Plan:
        detected, *others = yield [self._detect(), *self._background()]
        eaten = self._eaten(require_detected(detected, self.photo.scene, diets.EDIBLE))
        portions = yield [
            call(EAT, detected, query=portion_text(label, count)) for label, count in eaten.items()
        ]
        return (yield from self._finish(eaten, portions, others))

    def in_one_query(self) -> Plan:
        detected, *others = yield [self._detect(), *self._background()]
        eaten = self._eaten(require_detected(detected, self.photo.scene, diets.EDIBLE))
        query = ", ".join(portion_text(label, count) for label, count in eaten.items())
        portions = yield [call(EAT, detected, query=query)]
        return (yield from self._finish(eaten, portions, others))

    def seen(self) -> Plan:
        """Without a detector, all calls are made at once."""
        eaten = self._eaten(true_sightings(self.photo.scene, diets.EDIBLE))
        queries = [call(EAT, query=portion_text(label, count)) for label, count in eaten.items()]
        found = yield [*queries, *self._background()]
        return (yield from self._finish(eaten, found[: len(queries)], found[len(queries) :]))

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
        if "2,000 kcal" not in reference.data["summary"]:
            raise PlanError("The encyclopedia has no reference intake.")
        weighed = body[0].data if body else None
        if not self.diet.needs_advice(day):
            return self.diet.solution(eaten, day, None, weighed)
        (advice,) = yield [call(ADVICE, *portions, topic=day.least.topic)]
        return self.diet.solution(eaten, day, advice.data, weighed)


FAMILY = Family(
    number=12,
    name="fruit_cal",
    title="Fruit Cal",
    goal="Add up the nutrients of a day with only the pictured fruit, and say what is missing.",
    make=make,
)
