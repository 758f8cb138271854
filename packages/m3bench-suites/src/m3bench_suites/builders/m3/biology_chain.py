"""Biology Chain: decide whether the animals of a picture form a food chain, and blur people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from m3bench.core import Art
from m3bench.suites import Blueprint, CallResult, Plan, PlanError, PlannedCall, call
from m3bench_suites.builders.m3._shared.animals import food_web
from m3bench_suites.builders.m3._shared.animals.animal_names import ANIMALS
from m3bench_suites.builders.m3._shared.animals.food_chain import (
    BLURRED,
    FORM,
    MARKED,
    fuzzy_request,
    request,
    solution,
)
from m3bench_suites.builders.m3._shared.animals.sightings import (
    Sighting,
    all_visible,
    counts,
    require_detected,
    sightings,
    true_sightings,
)
from m3bench_suites.builders.m3._shared.pictures import find_picture, scene_numbers
from m3bench_suites.builders.m3.family import Family, ScenePicture, TaskDraw

if TYPE_CHECKING:
    from m3bench_world import World
    from m3bench_world.scenes import Scene
    from m3bench_world.scenes.kinds.food_web import Cast

DETECT, READ = "dinox-mcp/detect-all-objects", "wiki/summary"
BLUR, CIRCLE = "imagesorcery-mcp/blur", "imagesorcery-mcp/draw_circles"
SEEN = ANIMALS | {"person"}
RED = [0, 0, 255]


def make(draw: TaskDraw) -> Blueprint:
    spec = _PICTURE_SPECS[draw.number % len(_PICTURE_SPECS)]
    cast = _cast(draw, spec)
    photo = find_picture(
        draw,
        draw.photo_name(),
        "food_web",
        lambda scene: _suits(scene, cast, spec),
        prefilter=lambda number: _may_suit(number, spec, cast, draw.art),
        numbers=scene_numbers(draw, tries=100),
    )
    study = _Plans(draw.world, photo, marks=spec.marks)
    labels = _labels(photo.scene)
    grouped = any(food_web.species_of(label, study.setting) for label in labels)
    return Blueprint(
        id=draw.id,
        family="Biology Chain",
        request=request(draw, photo.name, marks=spec.marks),
        fuzzy_request=fuzzy_request(draw, photo.name, marks=spec.marks),
        servers=("dinox-mcp", "imagesorcery-mcp", "wiki"),
        form=FORM,
        plans=(study.by_kind, *((study.by_species,) if grouped else ()), study.by_eye),
        pictures=(photo.picture,),
        level="L3",
        extra={
            "modalities": ["text", "image"],
            "marks": spec.marks,
            **({} if spec.chained else {"solvable": False}),
        },
        key_facts=tuple(labels),
    )


class PictureSpec(NamedTuple):
    """Requirements on a picture."""

    chained: bool
    people: bool
    marks: bool
    """Whether to mark animals if they form a chain."""


_PICTURE_SPECS = (
    PictureSpec(chained=True, people=True, marks=False),
    PictureSpec(chained=True, people=False, marks=True),
    PictureSpec(chained=False, people=False, marks=True),
    PictureSpec(chained=True, people=False, marks=False),
    PictureSpec(chained=True, people=True, marks=True),
    PictureSpec(chained=False, people=True, marks=True),
    PictureSpec(chained=True, people=False, marks=True),
    PictureSpec(chained=True, people=True, marks=False),
)
"""In the order of the task numbers."""


def _labels(scene: Scene) -> list[str]:
    return list(counts(true_sightings(scene, ANIMALS)))


def _cast(draw: TaskDraw, spec: PictureSpec) -> frozenset[str]:
    """Draw animals that clearly form a chain, or clearly do not."""
    matching = [frozenset(cast.labels) for cast in _casts(draw.art) if _answers(cast.labels, spec)]
    return draw.pick(matching, "cast")


def _casts(art: Art) -> Sequence[Cast]:
    """Return the animals that pictures of an art can have."""
    from m3bench_world.scenes.kinds import food_web as drawn  # noqa: PLC0415 - loads what draws

    if art is Art.DRAWN:
        return drawn.CASTS
    from m3bench_world.scenes.photographs.kinds import food_web as photographed  # noqa: PLC0415

    return photographed.CASTS


def _answers(labels: Sequence[str], spec: PictureSpec) -> bool:
    hunted = food_web.hunters(labels) == food_web.hunters(labels, disputed=True)
    chained = bool(food_web.chains(labels)) is spec.chained
    return chained and food_web.beyond_doubt(labels) and (hunted or not spec.marks)


def _may_suit(number: int, spec: PictureSpec, cast: frozenset[str], art: Art) -> bool:
    from m3bench_world.scenes.kinds.food_web import people_in  # noqa: PLC0415 - loads what draws

    return bool(people_in(number)) is spec.people and set(_cast_of(number, art).labels) == cast


def _cast_of(number: int, art: Art) -> Cast:
    """Return the animals of the picture of this number and art."""
    from m3bench_world.scenes.kinds import food_web as drawn  # noqa: PLC0415 - loads what draws

    if art is Art.DRAWN:
        return drawn.cast_of(number)
    from m3bench_world.scenes.photographs.kinds import food_web as photographed  # noqa: PLC0415

    return photographed.cast_of(number)


def _suits(scene: Scene, cast: frozenset[str], spec: PictureSpec) -> bool:
    """Return whether all animals and people found room in the picture and are clearly visible."""
    has_people = bool(true_sightings(scene, {"person"}))
    return set(_labels(scene)) == cast and has_people is spec.people and all_visible(scene, SEEN)


class _Plans:
    """The plans: kinds first and species if needed, species at once, or without a detector."""

    def __init__(self, world: World, photo: ScenePicture, *, marks: bool) -> None:
        self.world, self.photo = world, photo
        self.marks = marks and bool(food_web.chains(_labels(photo.scene)))
        self.asked_to_mark = marks
        self.setting = str(photo.scene.facts["setting"])

    def by_kind(self) -> Plan:
        (detected,) = yield [call(DETECT, imageFileUri=self.photo.name, includeDescription=False)]
        return (yield from self._read(self._detections(detected), detected))

    def by_species(self) -> Plan:
        (detected,) = yield [call(DETECT, imageFileUri=self.photo.name, includeDescription=False)]
        return (yield from self._read(self._detections(detected), detected, at_once=True))

    def by_eye(self) -> Plan:
        return (yield from self._read(true_sightings(self.photo.scene, SEEN)))

    def _read(self, seen: Sequence[Sighting], *detected: CallResult, at_once: bool = False) -> Plan:
        people = [thing for thing in seen if thing.label == "person"]
        labels = list(counts([thing for thing in seen if thing.label != "person"]))
        titles = {label: self._title(label, at_once=at_once) for label in labels}
        wanted = [call(READ, *detected, title=title) for title in titles.values()]
        hidden = [self._blur(people, detected)] if people else []
        found = yield [*hidden, *wanted]
        blurred, read = found[: len(hidden)], found[len(hidden) :]
        pages = dict(zip(labels, read, strict=True))
        yield from self._read_species(pages)
        if self.marks:
            yield [self._mark(seen, [*blurred, *detected, *pages.values()], blurred=bool(people))]
        truth = true_sightings(self.photo.scene, SEEN)
        articles = {label: page.data for label, page in pages.items()}
        return solution(self.world, self.setting, self.photo.name, truth, articles, marks=self.asked_to_mark)

    def _detections(self, detected: CallResult) -> list[Sighting]:
        """Return the detected objects. Raise `PlanError` if kinds, or the boxes to edit, are wrong."""
        seen = sightings(detected, SEEN)
        hunters = food_web.hunters(_labels(self.photo.scene)) if self.marks else set()
        if set(counts(seen)) - {"person"} != set(_labels(self.photo.scene)):
            raise PlanError("The detector found other animals.")
        placed = {"person", *hunters}
        exact = require_detected(detected, self.photo.scene, placed)
        return [*exact, *(thing for thing in seen if thing.label not in placed)]

    def _title(self, label: str, *, at_once: bool) -> str:
        species = food_web.species_of(label, self.setting) if at_once else None
        return species or label.capitalize()

    def _read_species(self, pages: dict[str, CallResult]) -> Any:
        """Look up a species if the article on its group does not mention food."""
        silent = [label for label, page in pages.items() if food_web.diet_in(page.data) is None]
        if not silent:
            return
        titles = {label: food_web.species_of(label, self.setting) for label in silent}
        found = yield [call(READ, pages[label], title=title) for label, title in titles.items()]
        for label, page in zip(silent, found, strict=True):
            if food_web.diet_in(page.data) is None:
                raise PlanError(f"The encyclopedia does not say what a {label} eats.")
            pages[label] = page

    def _blur(self, people: Sequence[Sighting], detected: Sequence[CallResult]) -> PlannedCall:
        areas = [
            dict(zip(("x1", "y1", "x2", "y2"), person.box, strict=True)) | {"blur_strength": 45}
            for person in people
        ]
        return call(BLUR, *detected, input_path=self.photo.name, areas=areas, output_path=BLURRED)

    def _mark(self, seen: Sequence[Sighting], uses: Sequence[CallResult], *, blurred: bool) -> PlannedCall:
        hunters = food_web.hunters([thing.label for thing in seen])
        circles = [_circle(thing) for thing in seen if thing.label in hunters]
        source = BLURRED if blurred else self.photo.name
        return call(CIRCLE, *uses, input_path=source, circles=circles, output_path=MARKED)


def _circle(thing: Sighting) -> Mapping[str, Any]:
    x, y = thing.centre
    return {"center_x": x, "center_y": y, "radius": thing.reach, "color": RED, "thickness": 4}


FAMILY = Family(
    number=16,
    name="biology_chain",
    title="Biology Chain",
    goal="Say whether the animals in a picture can form a food chain, and hide the people in it.",
    make=make,
)
