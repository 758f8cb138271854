"""Hazard: who is unprotected on a building site, marked in the picture and reported on slides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from m3bench.suites.m3._shared import watching
from m3bench.suites.m3._shared.office import TITLE_ONLY, Deck
from m3bench.suites.m3._shared.watching import Box, Gear, Worker
from m3bench.suites.m3.family import Family, Lot, Pictured
from m3bench.suites.planning import Blueprint, Found, Plan, PlanError, Wanted, want

DETECT = "dinox-mcp/detect-objects-by-text"
CIRCLES, CROP = "imagesorcery-mcp/draw_circles", "imagesorcery-mcp/crop"
FORMS = ("one slide", "table", "portraits", "table", "one slide", "portraits")
"""The picture with the findings beside it; a table on a second slide; or those concerned there."""
GEARS: tuple[tuple[Gear, ...], ...] = (
    ("hard hat",),
    ("hard hat", "safety vest"),
    ("safety vest",),
    ("hard hat", "safety vest"),
)
MARKED = "marked.png"
MOST_PARTS = 9
MOST_CONCERNED = 4
PICTURE_AT, FINDINGS_AT, TABLE_AT = (0.5, 1.7, 5.6), (6.4, 1.8, 3.2, 2.4), (1.0, 1.9, 8.0, 2.0)
"""In inches on a slide of 10 by 7.5."""


class _Shape(NamedTuple):
    """What a task asks for."""

    gears: tuple[Gear, ...]
    form: str
    titles: tuple[str, str]
    file: str
    with_ladders: bool


def make(lot: Lot) -> Blueprint:
    gears = GEARS[lot.number % len(GEARS)]
    photo, workers = _photo(lot, gears)
    titles = lot.pick(watching.TITLES, "titles")
    file = lot.pick(("site_report.pptx", "safety.pptx", "hazards.pptx"), "file")
    shape = _Shape(gears, FORMS[lot.number % len(FORMS)], titles, file, lot.number % 3 == 1)
    words = watching.words(photo.name, MARKED, shape)
    task = _Task(photo, workers, shape)
    return Blueprint(
        id=lot.id,
        family="Hazard",
        request=lot.phrased(*watching.REQUESTS, **words),
        fuzzy_request=lot.phrased(*watching.FUZZY, **words),
        servers=("dinox-mcp", "imagesorcery-mcp", "ppt"),
        plans=(task.detected, task.seen),
        pictures=(photo.picture,),
        level="L2" if shape.form == "one slide" else "L3",
        extra={"modalities": ["text", "image", "slides"], "concerned": len(task.concerned)},
        key_facts=(f"{len(workers)} people", *(f"{line}: {n}" for line, n in task.findings.items())),
    )


def _photo(lot: Lot, gears: Sequence[Gear]) -> tuple[Pictured, list[Worker]]:
    """A picture in which somebody lacks something, and somebody does not."""
    for part in range(MOST_PARTS):
        photo = lot.picture("photo.png", "building_site", part=part)
        workers = watching.workers(photo.scene)
        concerned = [worker for worker in workers if worker.lacks(gears)]
        if 0 < len(concerned) <= MOST_CONCERNED and len(concerned) < len(workers):
            return photo, workers
    raise PlanError(f"{lot.id}: no picture shows what is needed.")


class _Task:
    """The ways to go about it."""

    def __init__(self, photo: Pictured, workers: Sequence[Worker], shape: _Shape) -> None:
        self._photo, self._shape = photo, shape
        self.concerned = [worker for worker in workers if worker.lacks(shape.gears)]
        self._workers = workers
        ladders = photo.scene.counts().get("ladder", 0) if shape.with_ladders else None
        self.findings = watching.findings(workers, shape.gears, ladders)

    def detected(self) -> Plan:
        """A detector finds people and what they wear."""
        ladder = ("ladder",) if self._shape.with_ladders else ()
        prompt = ".".join(("person", *self._shape.gears, *ladder))
        detect = want(DETECT, imageFileUri=self._photo.name, textPrompt=prompt, includeDescription=False)
        seen, begun = yield [detect, Deck.begun()]
        if (
            self._shape.with_ladders
            and seen.data["counts"].get("ladder", 0) != self.findings[watching.LADDERS]
        ):
            raise PlanError(f"{seen.tool} miscounted the ladders.")
        told = watching.detected(seen, self._shape.gears)
        boxes = watching.agreed(told, self._workers, self._shape.gears)
        return (yield from self._reported(Deck(begun), boxes, seen))

    def seen(self) -> Plan:
        """One's own eyes do."""
        marked, begun, *cut = yield [
            self._marked([worker.box for worker in self.concerned]),
            Deck.begun(),
            *self._portraits([worker.box for worker in self.concerned]),
        ]
        deck = Deck(begun)
        (first,) = yield [deck.slide(self._shape.titles[0], layout=TITLE_ONLY)]
        return (yield from self._shown(deck, first, marked, cut))

    def _reported(self, deck: Deck, boxes: Sequence[Box], seen: Found) -> Plan:
        marked, first, *cut = yield [
            self._marked(boxes, seen),
            deck.slide(self._shape.titles[0], layout=TITLE_ONLY),
            *self._portraits(boxes, seen),
        ]
        return (yield from self._shown(deck, first, marked, cut, seen))

    def _marked(self, boxes: Sequence[Box], *uses: Found) -> Wanted:
        circles = [watching.circle(box) for box in boxes]
        return want(CIRCLES, *uses, input_path=self._photo.name, circles=circles, output_path=MARKED)

    def _portraits(self, boxes: Sequence[Box], *uses: Found) -> list[Wanted]:
        if self._shape.form != "portraits":
            return []
        return [
            want(
                CROP, *uses, input_path=self._photo.name, x1=left, y1=top, x2=right, y2=bottom,
                output_path=f"worker_{number}.png",
            )
            for number, (left, top, right, bottom) in enumerate(boxes, 1)
        ]  # fmt: skip

    def _shown(self, deck: Deck, first: Found, marked: Found, cut: Sequence[Found], *seen: Found) -> Plan:
        """The slides, from the first on, which is there already."""
        shape, lines = self._shape, [f"{line}: {n}" for line, n in self.findings.items()]
        picture = deck.image(first, MARKED, PICTURE_AT, marked)
        if shape.form == "one slide":
            done = yield [picture, deck.text(first, "\n".join(lines), FINDINGS_AT, *seen)]
        else:
            second_slide = deck.slide(shape.titles[1], first, layout=TITLE_ONLY)
            shown, second = yield [picture, second_slide]
            done = yield self._second(deck, second, cut, seen)
            done = [shown, *done]
        yield [deck.saved(shape.file, *done)]
        return watching.solution(self._photo.name, MARKED, self._boxes(), self.findings, shape)

    def _second(self, deck: Deck, slide: Found, cut: Sequence[Found], seen: Sequence[Found]) -> list[Wanted]:
        if self._shape.form == "table":
            rows = [("Finding", "Number"), *((line, str(n)) for line, n in self.findings.items())]
            return [deck.table(slide, rows, TABLE_AT, *seen)]
        lines = [f"{line}: {n}" for line, n in self.findings.items()]
        images = [
            deck.image(slide, f"worker_{number}.png", (round(2.3 * number - 1.7, 1), 2.6, 1.5), each)
            for number, each in enumerate(cut, 1)
        ]
        return [*images, deck.text(slide, "; ".join(lines), (0.6, 1.7, 8.8, 0.6), *seen)]

    def _boxes(self) -> list[Box]:
        return [worker.box for worker in self.concerned]


FAMILY = Family(
    number=7,
    name="hazard",
    title="Hazard",
    goal="Find who lacks a hard hat or a safety vest on a building site, circle them, and report on slides.",
    make=make,
)
