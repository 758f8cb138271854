"""Safety on a building site: people, their protective gear, unguarded edges, and the report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

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
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.core.text import join
from m3bench.suites import CallResult, PlanError, Solution

if TYPE_CHECKING:
    from m3bench_world.scenes import Scene

Gear = Literal["hard hat", "safety vest"]
Box = tuple[int, int, int, int]
_ATTRIBUTES = {"hard hat": "helmet", "safety vest": "vest"}
_LACKS = {"hard hat": "No hard hat", "safety vest": "No safety vest"}
_FIELDS = {
    "hard hat": AnswerField("without_hard_hat", FieldType.NUMBER, "how many people wear no hard hat"),
    "safety vest": AnswerField(
        "without_safety_vest", FieldType.NUMBER, "how many people wear no safety vest"
    ),
}
PEOPLE, EDGES, LADDERS = "People", "Unguarded edges", "Ladders"
SITE = (800, 600)
TITLES = (
    ("Site safety check", "Findings"),
    ("Protective equipment", "Who lacks what"),
    ("Walk over the site", "What we found"),
)
REQUESTS = (
    (
        "{photo} was taken on our building site. Who is without {gear}, and is there a raised platform "
        "without a guardrail along its edge? (Scaffolds and the building behind do not count.) Draw a red "
        "circle around each person who lacks something, a red line along each such edge, and save that as "
        "{marked}. Then make the presentation {file}: {slides} The findings read {lines}. "
        "{portraits}If there is nothing to object to, I need neither."
    ),
    (
        "Please do a safety audit of {photo}: people without {gear}, and raised platforms whose edge has no "
        "guardrail (scaffolds and the building in the back aside). Put red circles around those people and "
        "a red line along each such edge in a copy, {marked}, leave the rest of the picture as it is, "
        "and report it in {file}: {slides} Word the findings as {lines}. {portraits}No copy and no slides, "
        "please, if all is in order."
    ),
    (
        "I need slides on the hazards in {photo}, that is, people without {gear} and unguarded edges: raised "
        "platforms without a guardrail, not counting scaffolds and the building behind. Mark the people with "
        "red circles and the edges with a red line along them in a copy called {marked}. The file {file} "
        "shall look like this: {slides} The findings are {lines}. {portraits}Should there be no such hazard, "
        "make no files."
    ),
)
FUZZY = (
    (
        "Can you check {photo} for people without {gear} and for platforms without a guardrail (never mind "
        "scaffolds and the building), mark them in red on a copy, {marked} (circles around people, a line "
        "along the edge of a platform), and turn that into {file}? I think of this: {slides} I would like "
        "the findings as {lines}. {portraits}If all is well, just say so."
    ),
    (
        "Somebody will ask me about the safety on this site ({photo}): who is there without {gear}, and is a "
        "platform missing its guardrail (scaffolds and the building aside)? Red circles around the people, "
        "a red line along such an edge ({marked}), and make me {file}: {slides} Say it like {lines}. "
        "{portraits}I can do without files if there is nothing to it."
    ),
    (
        "Look who is without {gear} in {photo}, please, and whether a platform has an open edge, I mean no "
        "guardrail (not the scaffolds, not the building). Mark people with red circles and open edges with "
        "a red line on a copy, {marked}. It should end up in {file}: {slides} For the findings, take "
        "{lines}. {portraits}No files if you find nothing."
    ),
)
_SLIDES = {
    "one slide": "one slide with the title “{0}”, the marked picture, and the findings beside it.",
    "table": "a first slide “{0}” with the marked picture, and a second, “{1}”, with the findings in a "
    "table.",
    "portraits": "a first slide “{0}” with the marked picture, and a second, “{1}”, with the findings and a "
    "cut-out of each person who lacks something.",
}
_PORTRAITS = "Save the cut-outs, each person from head to foot, as worker_1.png and so on. "
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


class Case(Protocol):
    """What a task asks for."""

    @property
    def gears(self) -> tuple[Gear, ...]: ...
    @property
    def form(self) -> str: ...
    @property
    def titles(self) -> tuple[str, str]: ...
    @property
    def file(self) -> str: ...
    @property
    def with_ladders(self) -> bool: ...


def workers(scene: Scene) -> list[Worker]:
    """Return the true people of a picture."""
    people = [thing for thing in scene.things if thing.label == "person"]
    return [
        Worker(
            (round(one.box[0]), round(one.box[1]), round(one.box[2]), round(one.box[3])),
            frozenset(gear for gear, name in _ATTRIBUTES.items() if one.attributes.get(name) == "yes"),
        )
        for one in people
    ]


def detected_workers(seen: CallResult, gears: Sequence[str]) -> list[Worker]:
    """Return the detected people. Each piece of gear belongs to the person it fits best, or to nobody."""
    boxes: dict[str, list[Box]] = {}
    for each in seen.data["detections"]:
        boxes.setdefault(each["name"], []).append(_box(each))
    people = boxes.get("person", [])
    worn: list[set[str]] = [set() for _ in people]
    for gear in gears:
        for piece in boxes.get(gear, []):
            fits = [(_worn_share(gear, piece, person), place) for place, person in enumerate(people)]
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
    found: list[Box] = []
    if len(detected) != len(known):
        raise PlanError(f"The detector saw {len(detected)} people; there are {len(known)}.")
    for worker in known:
        match = max(detected, key=lambda one: _overlap(one.box, worker.box))
        same = [gear in match.wears for gear in gears] == [gear in worker.wears for gear in gears]
        if _overlap(match.box, worker.box) < _SAME or not same:
            raise PlanError(f"The detector is wrong about the person at {worker.box}.")
        if worker.lacks(gears):
            found.append(match.box)
    return found


def match_platforms(seen: CallResult, known: Sequence[Box]) -> list[Box]:
    """Return the detected boxes of the platforms. Raise `PlanError` if one is missing."""
    detected = [_box(each) for each in seen.data["detections"] if each["name"] == "platform"]
    found = []
    for box in known:
        match = max(detected, key=lambda one: _overlap(one, box), default=(0, 0, 0, 0))
        if _overlap(match, box) < _SAME:
            raise PlanError(f"The detector missed the platform at {box}.")
        found.append(match)
    return found


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
        (round(one.box[0]), round(one.box[1]), round(one.box[2]), round(one.box[3]))
        for one in scene.things
        if one.label == "platform" and one.attributes["edge"] == "open"
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


def form(case: Case) -> AnswerForm:
    ladders = AnswerField("ladders", FieldType.NUMBER, "how many ladders there are")
    return AnswerForm(
        (
            AnswerField("people", FieldType.NUMBER, "how many people there are in the picture"),
            *(_FIELDS[gear] for gear in case.gears),
            AnswerField("unguarded_edges", FieldType.NUMBER, "how many platforms have no guardrail"),
            AnswerField("people_on_them", FieldType.NUMBER, "how many people stand on such a platform"),
            *((ladders,) if case.with_ladders else ()),
            AnswerField("hazards_found", FieldType.YES_NO, "whether there is anything to object to"),
        )
    )


def words(photo: str, marked: str, case: Case) -> dict[str, str]:
    """Return the words that fill the wordings of a request."""
    gears, form, titles = case.gears, case.form, case.titles
    ladders = (LADDERS,) if case.with_ladders else ()
    names = (PEOPLE, *(_LACKS[gear] for gear in gears), EDGES, *ladders)
    lines = [f"“{line}: n”" for line in names]
    gear = " or ".join(f"a {gear}" for gear in gears)
    return {
        "photo": photo, "marked": marked, "file": case.file, "gear": gear,
        "slides": _SLIDES[form].format(*titles), "lines": f"{join(lines)} with the numbers for n",
        "portraits": _PORTRAITS if form == "portraits" else "",
    }  # fmt: skip


def solution(photo: str, marked: str, site: Site, case: Case) -> Solution:
    found, hazardous = findings(site, case), site.is_hazardous(case.gears)
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
        **{_FIELDS[gear].name: Expected(site.lacking(gear)) for gear in case.gears},
        "unguarded_edges": Expected(len(site.edges)),
        "people_on_them": Expected(site.exposed),
        **({"ladders": Expected(site.ladders)} if case.with_ladders else {}),
        "hazards_found": Expected(hazardous, grounds=()),
    }
    checks = _checks(photo, marked, site, found, case) if hazardous else (NoStrayFiles(),)
    return Solution(answer=answer, fields=fields, checks=checks)


def _checks(photo: str, marked: str, site: Site, found: dict[str, int], case: Case) -> tuple[Any, ...]:
    lines = tuple(f"{line} {n}" for line, n in found.items())
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
        checks.append(SlideTable(path=case.file, rows=tuple(found.items()), slide=2))
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
