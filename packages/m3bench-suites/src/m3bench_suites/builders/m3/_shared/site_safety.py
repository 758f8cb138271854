"""Safety on a building site: people, their protective gear, unguarded edges, and the report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from m3bench.checks import (
    Expected,
    NoStrayFiles,
    PictureChangedOnly,
    PictureCrop,
    SlideLayout,
    SlidePictures,
    SlideTable,
    SlideTexts,
)
from m3bench.core.text import join
from m3bench.suites import CallResult, PlanError, Solution
from m3bench_suites.builders.tasks import require

if TYPE_CHECKING:
    from m3bench_world.scenes import Scene

Gear = Literal["hard hat", "safety vest"]
Box = tuple[int, int, int, int]
_ATTRIBUTES = {"hard hat": "helmet", "safety vest": "vest"}
_LACKS = {"hard hat": "No hard hat", "safety vest": "No safety vest"}
_FIELDS = {"hard hat": "without_hard_hat", "safety vest": "without_safety_vest"}
PEOPLE, EDGES, LADDERS = "People", "Unguarded edges", "Ladders"
SITE = (800, 600)
TITLES = (
    ("Site safety check", "Findings"),
    ("Protective equipment", "Who lacks what"),
    ("Walk over the site", "What we found"),
)
_SAME = 0.5
_CLEARLY = 0.6
_WIDEST = 0.85
"""Maximum radius of a circle around a person, as a share of the person's height."""
_LOOSE = 20
_EDGE = 0.34
_HEAD, _TRUNK = 0.45, 0.75
"""Shares of a person's height, from the top, where a hat and a vest are worn."""


class Worker(NamedTuple):
    """A person and the gear that the person wears."""

    box: Box
    wears: frozenset[str]

    def lacks(self, gears: Sequence[str]) -> bool:
        return any(gear not in self.wears for gear in gears)


class Case(NamedTuple):
    """What a task asks for."""

    gears: tuple[Gear, ...]
    form: str
    titles: tuple[str, str]
    file: str
    with_ladders: bool


def workers(scene: Scene) -> list[Worker]:
    """Return the true people of a picture."""
    people = [thing for thing in scene.things if thing.label == "person"]
    return [
        Worker(
            (round(person.box[0]), round(person.box[1]), round(person.box[2]), round(person.box[3])),
            frozenset(gear for gear, name in _ATTRIBUTES.items() if person.attributes.get(name) == "yes"),
        )
        for person in people
    ]


def detected_workers(seen: CallResult, gears: Sequence[str]) -> list[Worker]:
    """Return the detected people. Each piece of gear belongs to the person it fits best, or to nobody."""
    boxes: dict[str, list[Box]] = {}
    for detection in seen.data["detections"]:
        boxes.setdefault(detection["name"], []).append(_box(detection))
    people = boxes.get("person", [])
    worn: list[set[str]] = [set() for _ in people]
    for gear in gears:
        for piece in boxes.get(gear, []):
            fits = [(_worn_share(gear, piece, person), index) for index, person in enumerate(people)]
            share, place = max(fits, default=(0.0, 0))
            if share > _SAME:
                worn[place].add(gear)
    return [Worker(box, frozenset(wears)) for box, wears in zip(people, worn, strict=True)]


def _worn_share(gear: str, piece: Box, person: Box) -> float:
    left, top, right, bottom = person
    reach = _HEAD if gear == "hard hat" else _TRUNK
    worn_at = (left, top, right, round(top + (bottom - top) * reach))
    return _shared(piece, worn_at) / max(1, _area(piece))


def match_workers(detected: Sequence[Worker], known: Sequence[Worker], gears: Sequence[str]) -> list[Box]:
    """Return the detected boxes of people without gear. Raise `PlanError` if the detector is wrong."""
    boxes: list[Box] = []
    if len(detected) != len(known):
        raise PlanError(f"The detector saw {len(detected)} people; there are {len(known)}.")
    for worker in known:
        match = max(detected, key=lambda one: _overlap(one.box, worker.box))
        same = [gear in match.wears for gear in gears] == [gear in worker.wears for gear in gears]
        if _overlap(match.box, worker.box) < _SAME or not same:
            raise PlanError(f"The detector is wrong about the person at {worker.box}.")
        if worker.lacks(gears):
            boxes.append(match.box)
    return boxes


def match_platforms(seen: CallResult, known: Sequence[Box]) -> list[Box]:
    """Return the detected boxes of the platforms. Raise `PlanError` if one is missing."""
    detected = [_box(detection) for detection in seen.data["detections"] if detection["name"] == "platform"]
    boxes = []
    for box in known:
        match = max(detected, key=lambda one: _overlap(one, box), default=(0, 0, 0, 0))
        require(_overlap(match, box) >= _SAME, f"The detector missed the platform at {box}.")
        boxes.append(match)
    return boxes


def _box(detection: dict[str, Any]) -> Box:
    sides = detection["bbox"]
    return round(sides["xmin"]), round(sides["ymin"]), round(sides["xmax"]), round(sides["ymax"])


def _area(box: Box) -> int:
    return max(0, box[2] - box[0]) * max(0, box[3] - box[1])


def _shared(one: Box, other: Box) -> int:
    return _area((max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])))


def _overlap(one: Box, other: Box) -> float:
    shared = _shared(one, other)
    return shared / max(1, _area(one) + _area(other) - shared)


def circle(box: Box) -> dict[str, Any]:
    left, top, right, bottom = box
    return {
        "center_x": round((left + right) / 2), "center_y": round((top + bottom) / 2),
        "radius": round(max(right - left, bottom - top) * 0.55), "color": [0, 0, 255], "thickness": 4,
    }  # fmt: skip


def open_platforms(scene: Scene) -> list[Box]:
    """The platforms without a guardrail."""
    return [
        (round(thing.box[0]), round(thing.box[1]), round(thing.box[2]), round(thing.box[3]))
        for thing in scene.things
        if thing.label == "platform" and thing.attributes["edge"] == "open"
    ]


def is_clear(scene: Scene) -> bool:
    """Return whether people and platforms are clearly visible."""
    seen = [thing.visible for thing in scene.things if thing.label in ("person", "platform")]
    return min(seen, default=1.0) >= _CLEARLY


def edge_line(box: Box) -> dict[str, Any]:
    """Return a line along the front edge of a platform, below the bars that stick out of it."""
    left, top, right, bottom = box
    y = round(top + (bottom - top) * _EDGE)
    return {"x1": left, "y1": y, "x2": right, "y2": y, "color": [0, 0, 255], "thickness": 5}


class Site(NamedTuple):
    """The true findings on a building site."""

    workers: tuple[Worker, ...]
    edges: tuple[Box, ...]
    """The platforms without a guardrail."""
    exposed: int
    """Number of people on these platforms."""
    ladders: int

    @classmethod
    def of(cls, scene: Scene) -> Site:
        at_edge = scene.facts["hazards"].get("person at an open edge", 0)
        ladders = scene.counts().get("ladder", 0)
        return cls(tuple(workers(scene)), tuple(open_platforms(scene)), at_edge, ladders)

    def unprotected(self, gears: Sequence[str]) -> list[Worker]:
        return [worker for worker in self.workers if worker.lacks(gears)]

    def lacking(self, gear: str) -> int:
        return sum(gear not in worker.wears for worker in self.workers)

    def is_hazardous(self, gears: Sequence[str]) -> bool:
        return bool(self.edges or self.unprotected(gears))


def findings(site: Site, case: Case) -> dict[str, int]:
    """Return the lines of the slides with their numbers."""
    lacking = {_LACKS[gear]: site.lacking(gear) for gear in case.gears}
    ladders = {LADDERS: site.ladders} if case.with_ladders else {}
    return {PEOPLE: len(site.workers), **lacking, EDGES: len(site.edges), **ladders}


def lines(case: Case) -> list[str]:
    """Return the lines of the slides, with n for their numbers."""
    ladders = (LADDERS,) if case.with_ladders else ()
    names = (PEOPLE, *(_LACKS[gear] for gear in case.gears), EDGES, *ladders)
    return [f"“{name}: n”" for name in names]


def solution(photo: str, marked: str, site: Site, case: Case) -> Solution:
    numbers, hazardous = findings(site, case), site.is_hazardous(case.gears)
    lacking = [f"{site.lacking(gear)} without a {gear}" for gear in case.gears]
    ladders = f" There are {site.ladders} ladders." if case.with_ladders else ""
    unprotected = len(site.unprotected(case.gears))
    made = f"Circled in {marked}: {unprotected}; the report is {case.file}."
    answer = (
        f"There are {len(site.workers)} people on the site: {join(lacking)}. {len(site.edges)} platforms "
        f"have no guardrail, and {site.exposed} people stand on them.{ladders} "
        f"{made if hazardous else 'There is nothing to object to, so I made no files.'}"
    )
    fields = {
        "people": Expected(len(site.workers)),
        **{_FIELDS[gear]: Expected(site.lacking(gear)) for gear in case.gears},
        "unguarded_edges": Expected(len(site.edges)),
        "people_on_them": Expected(site.exposed),
        **({"ladders": Expected(site.ladders)} if case.with_ladders else {}),
        "hazards_found": Expected(hazardous, grounds=()),
    }
    checks = _checks(photo, marked, site, numbers, case) if hazardous else (NoStrayFiles(),)
    return Solution(answer=answer, fields=fields, checks=checks)


def _checks(photo: str, marked: str, site: Site, numbers: dict[str, int], case: Case) -> tuple[Any, ...]:
    lines = tuple(f"{line} {n}" for line, n in numbers.items())
    per_slide = ((case.titles[0], *lines),) if case.form == "one slide" else (
        (case.titles[0],), (case.titles[1], *lines)
    )  # fmt: skip
    boxes = [worker.box for worker in site.unprotected(case.gears)]
    cut = case.form == "portraits" and bool(boxes)
    pictures = (marked, "worker_*.png") if cut else (marked,)
    places = (*(_circle_area(box) for box in boxes), *(_line_area(box) for box in site.edges))
    checks: list[Any] = [
        PictureChangedOnly(
            path=marked, source=photo, boxes=places, least_inside=0.004, most_outside=0.004, margin=12
        ),
        SlideTexts(path=case.file, per_slide=per_slide, at_least=len(per_slide)),
        SlidePictures(path=case.file, at_least=1 + len(boxes) * cut, matching=pictures),
        SlideLayout(path=case.file),
    ]
    if case.form == "table":
        checks.append(SlideTable(path=case.file, rows=tuple(numbers.items()), slide=2))
    if cut:
        checks.append(
            PictureCrop(path="worker_*.png", source=photo, boxes=tuple(map(_floats, boxes)), least_iou=0.6)
        )
    return tuple(checks)


def _line_area(box: Box) -> tuple[float, float, float, float]:
    """Return the area that the line along a platform may cover."""
    left, top, right, bottom = box
    wide, high = min(SITE[0], right + _LOOSE), min(SITE[1], bottom + _LOOSE)
    return max(0.0, left - _LOOSE), max(0.0, top - _LOOSE), wide, high


def _circle_area(box: Box) -> tuple[float, float, float, float]:
    """Return the area that the circle around a person may cover, within the picture."""
    left, top, right, bottom = box
    reach = max(right - left, bottom - top) * _WIDEST
    x, y = (left + right) / 2, (top + bottom) / 2
    return max(0.0, x - reach), max(0.0, y - reach), min(SITE[0], x + reach), min(SITE[1], y + reach)


def _floats(box: Box) -> tuple[float, float, float, float]:
    return float(box[0]), float(box[1]), float(box[2]), float(box[3])
