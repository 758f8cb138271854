"""People on a building site and what they wear: told from the picture or by a detector, and reported."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from m3bench.checks import (
    ArgumentFromResult,
    Claim,
    Claims,
    PictureChangedOnly,
    PictureCrop,
    Quantity,
    SlideLayout,
    SlidePictures,
    SlideTexts,
)
from m3bench.suites.m3._shared.office import listed
from m3bench.suites.planning import Found, PlanError, Solution

if TYPE_CHECKING:
    from m3bench.world.scenes import Scene

Gear = Literal["hard hat", "safety vest"]
Box = tuple[int, int, int, int]
_ATTRIBUTES = {"hard hat": "helmet", "safety vest": "vest"}
_LACKS = {"hard hat": "No hard hat", "safety vest": "No safety vest"}
PEOPLE, LADDERS = "People", "Ladders"
SITE = (800, 600)
TITLES = (
    ("Site safety check", "Findings"),
    ("Protective equipment", "Who lacks what"),
    ("Walk over the site", "What we found"),
)
REQUESTS = (
    (
        "{photo} was taken on our building site. Find everybody who is without {gear}, draw a red circle "
        "around each of them and save that as {marked}. Then make the presentation {file}: {slides} The "
        "findings read {lines}. {portraits}Tell me the numbers as well."
    ),
    (
        "Please do a safety audit of {photo}: who is without {gear}? Circle those people in red, save that "
        "as {marked}, leave the rest of the picture as it is, and report it in {file}: {slides} Word the "
        "findings as {lines}. {portraits}Give me the same numbers in your answer."
    ),
    (
        "I need slides on the hazards in {photo}, that is, people without {gear}. Mark each of them with a "
        "red circle in a copy called {marked}. The file {file} shall look like this: {slides} The findings "
        "are {lines}. {portraits}And sum it up for me with the numbers."
    ),
)
FUZZY = (
    (
        "Can you check {photo} for people without {gear}, circle them in red ({marked}) and turn that into "
        "{file}? I think of this: {slides} I would like the findings as {lines}. {portraits}How bad is it, "
        "in numbers?"
    ),
    (
        "Somebody will ask me about the safety on this site ({photo}): who is there without {gear}? Put red "
        "circles around them ({marked}) and make me {file}: {slides} Say it like {lines}. {portraits}Which "
        "numbers do I tell them?"
    ),
    (
        "Look who is without {gear} in {photo}, please, and mark them in red on a copy, {marked}. It should "
        "end up in {file}: {slides} For the findings, take {lines}. {portraits}Give me the numbers in short."
    ),
)
_SLIDES = {
    "one slide": "one slide with the title “{0}”, the marked picture, and the findings beside it.",
    "table": "a first slide “{0}” with the marked picture, and a second, “{1}”, with a table of them.",
    "portraits": "a first slide “{0}” with the marked picture, and a second, “{1}”, with the findings and a "
    "cut-out of each person concerned.",
}
_PORTRAITS = "Save the cut-outs, each person from head to foot, as worker_1.png and so on. "
_SAME = 0.5
_HEAD, _TRUNK = 0.45, 0.75
"""A hat is worn in the upper part of a person, a vest above the legs: shares of the height."""


class Worker(NamedTuple):
    """A person, and what the person wears."""

    box: Box
    wears: frozenset[str]

    def lacks(self, gears: Sequence[str]) -> bool:
        return any(gear not in self.wears for gear in gears)


class Shaped(Protocol):
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
    """The truth about the people of a picture."""
    people = [thing for thing in scene.things if thing.label == "person"]
    return [
        Worker(
            (round(one.box[0]), round(one.box[1]), round(one.box[2]), round(one.box[3])),
            frozenset(gear for gear, name in _ATTRIBUTES.items() if one.attributes.get(name) == "yes"),
        )
        for one in people
    ]


def detected(seen: Found, gears: Sequence[str]) -> list[Worker]:
    """What a detector makes of it: each piece is worn by the person that it fits best, or by nobody."""
    boxes: dict[str, list[Box]] = {}
    for each in seen.data["detections"]:
        sides = each["bbox"]
        box = (round(sides["xmin"]), round(sides["ymin"]), round(sides["xmax"]), round(sides["ymax"]))
        boxes.setdefault(each["name"], []).append(box)
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


def agreed(told: Sequence[Worker], known: Sequence[Worker], gears: Sequence[str]) -> list[Box]:
    """The boxes of those who lack something, as they were detected, in the order of the truth."""
    found: list[Box] = []
    if len(told) != len(known):
        raise PlanError(f"The detector saw {len(told)} people; there are {len(known)}.")
    for worker in known:
        match = max(told, key=lambda one: _overlap(one.box, worker.box))
        same = [gear in match.wears for gear in gears] == [gear in worker.wears for gear in gears]
        if _overlap(match.box, worker.box) < _SAME or not same:
            raise PlanError(f"The detector is wrong about the person at {worker.box}.")
        if worker.lacks(gears):
            found.append(match.box)
    return found


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


def findings(known: Sequence[Worker], gears: Sequence[Gear], ladders: int | None) -> dict[str, int]:
    lacking = {_LACKS[gear]: sum(gear not in worker.wears for worker in known) for gear in gears}
    return {PEOPLE: len(known), **lacking, **({} if ladders is None else {LADDERS: ladders})}


def words(photo: str, marked: str, shape: Shaped) -> dict[str, str]:
    """What the requests are filled with."""
    gears, form, titles = shape.gears, shape.form, shape.titles
    names = (PEOPLE, *(_LACKS[gear] for gear in gears), *((LADDERS,) if shape.with_ladders else ()))
    lines = [f"“{line}: n”" for line in names]
    gear = " or ".join(f"a {gear}" for gear in gears)
    return {
        "photo": photo, "marked": marked, "file": shape.file, "gear": gear,
        "slides": _SLIDES[form].format(*titles), "lines": f"{listed(lines)} with the numbers for n",
        "portraits": _PORTRAITS if form == "portraits" else "",
    }  # fmt: skip


def solution(photo: str, marked: str, boxes: Sequence[Box], found: dict[str, int], shape: Shaped) -> Solution:
    lacking = [
        f"{n} without a {line.removeprefix('No ')}" for line, n in found.items() if line.startswith("No ")
    ]
    ladders = f" There are {found[LADDERS]} ladders." if LADDERS in found else ""
    answer = (
        f"There are {found[PEOPLE]} people on the site: {listed(lacking)}.{ladders} "
        f"Circled in {marked}: {len(boxes)}; the report is {shape.file}."
    )
    claims = [
        Claim(f"{found[PEOPLE]} people", number=Quantity(found[PEOPLE], near=("people|person|worker|site",)))
    ]
    for gear in shape.gears:
        count = found[_LACKS[gear]]
        near = ("hard hat|helmet|hat" if gear == "hard hat" else "vest",)
        if count:
            claims.append(Claim(f"{count} without {gear}", number=Quantity(count, near=near)))
    if found.get(LADDERS):
        ladder = Quantity(found[LADDERS], near=("ladder",))
        claims.append(Claim(f"{found[LADDERS]} ladders", number=ladder))
    checks = _checks(photo, marked, boxes, found, shape)
    return Solution(answer=answer, checks=(*checks, Claims(claims=tuple(claims))))


def _checks(
    photo: str, marked: str, boxes: Sequence[Box], found: dict[str, int], shape: Shaped
) -> tuple[Any, ...]:
    lines = tuple(f"{line} {n}" for line, n in found.items())
    per_slide = ((shape.titles[0], *lines),) if shape.form == "one slide" else (
        (shape.titles[0],), (shape.titles[1], *lines)
    )  # fmt: skip
    cut = shape.form == "portraits"
    pictures = (marked, "worker_*.png") if cut else (marked,)
    checks: list[Any] = [
        PictureChangedOnly(
            path=marked, source=photo, boxes=tuple(_around(box) for box in boxes), least_inside=0.004,
            most_outside=0.004, margin=12,
        ),
        SlideTexts(path=shape.file, per_slide=per_slide, at_least=len(per_slide)),
        SlidePictures(path=shape.file, at_least=1 + len(boxes) * cut, matching=pictures),
        SlideLayout(path=shape.file),
        ArgumentFromResult(
            tool="ppt/save_presentation", argument="presentation_id", source_tool="ppt/create_presentation"
        ),
    ]  # fmt: skip
    if cut:
        checks.append(
            PictureCrop(path="worker_*.png", source=photo, boxes=tuple(map(_floats, boxes)), least_iou=0.6)
        )
    return tuple(checks)


def _around(box: Box) -> tuple[float, float, float, float]:
    """Where the circle around a person may run, within the picture."""
    left, top, right, bottom = box
    reach = max(right - left, bottom - top) * 0.62
    x, y = (left + right) / 2, (top + bottom) / 2
    return max(0.0, x - reach), max(0.0, y - reach), min(SITE[0], x + reach), min(SITE[1], y + reach)


def _floats(box: Box) -> tuple[float, float, float, float]:
    return float(box[0]), float(box[1]), float(box[2]), float(box[3])
