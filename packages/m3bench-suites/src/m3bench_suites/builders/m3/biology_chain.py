"""Biology Chain: decide whether the animals of a picture form a food chain, and blur people."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from m3bench.checks import Expected, FileExists, NoStrayFiles, PictureChangedOnly
from m3bench.core import Art
from m3bench.suites import CallResult, Plan, PlanError, PlannedCall, Solution, call
from m3bench_suites.builders.m3._shared.animals import food_web
from m3bench_suites.builders.m3._shared.animals.animal_names import ANIMALS, expected_kind
from m3bench_suites.builders.m3._shared.animals.sightings import (
    Box,
    Sighting,
    all_visible,
    counts,
    require_detected,
    sightings,
    true_sightings,
)
from m3bench_suites.builders.m3._shared.pictures import find_picture, scene_numbers
from m3bench_suites.builders.m3.family import ScenePicture, TaskDraw, m3_family
from m3bench_suites.builders.tasks import TaskSpec, require

if TYPE_CHECKING:
    from m3bench_world import World
    from m3bench_world.scenes import Scene
    from m3bench_world.scenes.kinds.food_web import Cast

DETECT, READ = "dinox-mcp/detect-all-objects", "wiki/summary"
BLUR, CIRCLE = "imagesorcery-mcp/blur", "imagesorcery-mcp/draw_circles"
SEEN = ANIMALS | {"person"}
RED = [0, 0, 255]
BLURRED, MARKED = "anonymous.png", "hunters.png"
_ROOM = 1.6
"""Maximum radius of a circle around an animal, in half diagonals of its box."""
_RELATIVES: Mapping[str, tuple[str, ...]] = {
    "antelope": ("Impala", "Thomson's gazelle", "Springbok", "Gazelle"),
    "bear": ("Brown bear", "American black bear"),
    "bee": ("Western honey bee",),
    "butterfly": ("Monarch butterfly", "Peacock butterfly"),
    "crocodile": ("Saltwater crocodile", "American alligator"),
    "deer": ("Red deer", "White-tailed deer", "European roe deer"),
    "duck": ("Mallard", "Wood duck"),
    "elephant": ("Asian elephant",),
    "frog": ("Common frog", "Red-eyed tree frog", "American bullfrog", "Golden poison frog", "Common toad"),
    "owl": ("Tawny owl", "Barn owl", "Great horned owl"),
    "rabbit": ("European rabbit", "European hare"),
    "snake": (
        "Grass snake", "Common garter snake", "Corn snake", "Common European adder", "Black mamba",
        "Burmese python", "King cobra", "Boa constrictor", "Green anaconda",
    ),
}  # fmt: skip
"""Articles that may be read for an animal whose species the picture does not show."""


def biology_chain(draw: TaskDraw) -> TaskSpec:
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
    return TaskSpec(
        words={"photo": photo.name, "blurred": BLURRED, "marked": MARKED, "mark": spec.marks},
        plans=(study.by_kind, *((study.by_species,) if grouped else ()), study.by_eye),
        pictures=(photo.picture,),
        solvable=spec.chained,
        extra={"marks": spec.marks},
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
        results = yield [*hidden, *wanted]
        blurred, read = results[: len(hidden)], results[len(hidden) :]
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
        require(
            set(counts(seen)) - {"person"} == set(_labels(self.photo.scene)),
            "The detector found other animals.",
        )
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
        results = yield [call(READ, pages[label], title=title) for label, title in titles.items()]
        for label, page in zip(silent, results, strict=True):
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


def solution(
    world: World,
    setting: str,
    photo: str,
    truth: Sequence[Sighting],
    pages: Mapping[str, Any],
    *,
    marks: bool,
) -> Solution:
    """Return the answer, its expected fields, and checks."""
    people = [thing for thing in truth if thing.label == "person"]
    shown = counts([thing for thing in truth if thing.label != "person"])
    chain = min(food_web.longest(shown), default=())
    lines = [
        f"{label.capitalize()} ({page['title']}): {food_web.diet_in(page)}." for label, page in pages.items()
    ]
    number = f"{len(people)} people were" if len(people) != 1 else "1 person was"
    lines.append(f"{number} blurred in {BLURRED}." if people else "There are no people in the picture.")
    if marks:
        hunters = ", ".join(sorted(food_web.hunters(shown)))
        lines.append(f"Circled in {MARKED}: {hunters}." if chain else f"{MARKED} was not made.")
    lines.append(f"Chain: {' > '.join((food_web.PLANTS, *chain)) if chain else 'none'}")
    return Solution(
        "\n".join(lines),
        tuple(_picture_checks(photo, truth, people, marks=marks and bool(chain))),
        _fields(world, setting, shown, len(people), pages),
    )


def _fields(
    world: World, setting: str, shown: Mapping[str, int], people: int, pages: Mapping[str, Any]
) -> dict[str, Expected]:
    rows = tuple(_row(world, setting, label, count, pages[label]) for label, count in shown.items())
    links = food_web.links(shown)
    return {
        "animals": Expected(rows=rows),
        "chain_possible": Expected(bool(links), grounds=()),
        "longest_chain": Expected(items=tuple(_link(place) for place in links)),
        "people": Expected(people, grounds=()),
    }


def _row(world: World, setting: str, label: str, count: int, page: Mapping[str, Any]) -> dict[str, Expected]:
    diet, others = food_web.diet_of(label, setting)
    certain = food_web.species_of(label, setting) in food_web.DRAWN
    titles = () if certain else _RELATIVES.get(label, ())
    relatives = [article for title in titles if (article := world.encyclopedia.article(title))]
    foods = [food_web.food_in({"summary": article.summary}) for article in relatives]
    food = food_web.food_in(page)
    return {
        "kind": expected_kind(label),
        "count": Expected(count, grounds=()),
        "lives_on": Expected(diet, also=others, grounds=()),
        "food": Expected(food, also=tuple(dict.fromkeys((*foods, food_web.diet_in(page) or food)))),
    }


def _link(place: Sequence[str]) -> Expected:
    """Return the expected animal at one place of a chain, or any of several if the chain branches."""
    kinds = [expected_kind(label) for label in place]
    names = [name for kind in kinds for name in (kind.value, *kind.also) if name is not None]
    return Expected(names[0], also=tuple(names[1:]))


def _picture_checks(
    photo: str, truth: Sequence[Sighting], people: Sequence[Sighting], *, marks: bool
) -> list[Any]:
    hidden = tuple(person.box for person in people)
    checks: list[Any] = []
    made = []
    if people:
        made.append(BLURRED)
        checks.append(PictureChangedOnly(BLURRED, photo, hidden, margin=12, hidden=True))
    if marks:
        made.append(MARKED)
        hunters = food_web.hunters([thing.label for thing in truth])
        rings = tuple(_ring(thing) for thing in truth if thing.label in hunters)
        checks.append(FileExists(MARKED))
        checks.append(PictureChangedOnly(MARKED, photo, (*rings, *hidden), least_inside=0.003, margin=12))
    # An agent may save detections drawn as boxes.
    return [*checks, NoStrayFiles((*made, "*_detections.png"))]


def _ring(thing: Sighting) -> Box:
    x, y = thing.centre
    reach = math.ceil(thing.reach * _ROOM)
    return max(x - reach, 0), max(y - reach, 0), x + reach, y + reach


FAMILY = m3_family(
    number=16,
    name="biology_chain",
    title="Biology Chain",
    goal="Say whether the animals in a picture can form a food chain, and hide the people in it.",
    servers=("dinox-mcp", "imagesorcery-mcp", "wiki"),
    level="L3",
    tasks=(biology_chain,),
)
