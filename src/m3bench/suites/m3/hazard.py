"""Hazard: unprotected people and unguarded edges on a building site, marked and reported on slides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from m3bench.suites.m3._shared import watching
from m3bench.suites.m3._shared.office import TITLE_ONLY, Deck
from m3bench.suites.m3._shared.watching import Box, Gear, Site
from m3bench.suites.m3.family import Family, Pictured, TaskDraw
from m3bench.suites.planning import Blueprint, Found, Plan, PlanError, Solution, Wanted, want

DETECT = "dinox-mcp/detect-objects-by-text"
CIRCLES, LINES = "imagesorcery-mcp/draw_circles", "imagesorcery-mcp/draw_lines"
CROP = "imagesorcery-mcp/crop"
FORMS = ("one slide", "table", "portraits", "table", "one slide", "portraits")
"""The picture with the findings beside it; a table on a second slide; or those concerned there."""
GEARS: tuple[tuple[Gear, ...], ...] = (
    ("hard hat",),
    ("hard hat", "safety vest"),
    ("safety vest",),
    ("hard hat", "safety vest"),
)
MARKED = "marked.png"
MOST_PARTS = 10
STOP_EVERY, STOP_AT = 8, 2
"""Of so many tasks, this one ends with "all is in order"."""
MOST_CONCERNED, FEWEST = 4, 2
PICTURE_AT, FINDINGS_AT, TABLE_AT = (0.5, 1.7, 5.6), (6.4, 1.8, 3.2, 2.4), (1.0, 1.9, 8.0, 2.0)
"""In inches on a slide of 10 by 7.5."""


class _Shape(NamedTuple):
    """What a task asks for."""

    gears: tuple[Gear, ...]
    form: str
    titles: tuple[str, str]
    file: str
    with_ladders: bool


def make(draw: TaskDraw) -> Blueprint:
    photo, site, gears = _photo(draw)
    titles = draw.pick(watching.TITLES, "titles")
    file = draw.pick(("site_report.pptx", "safety.pptx", "hazards.pptx"), "file")
    shape = _Shape(gears, FORMS[draw.number % len(FORMS)], titles, file, draw.number % 3 == 1)
    words = watching.words(photo.name, MARKED, shape)
    task = _Task(photo, site, shape)
    return Blueprint(
        id=draw.id,
        family="Hazard",
        request=draw.phrased(*watching.REQUESTS, **words),
        fuzzy_request=draw.phrased(*watching.FUZZY, **words),
        servers=("dinox-mcp", "imagesorcery-mcp", "ppt"),
        form=watching.form(shape),
        plans=(task.detected,) if _is_stop(draw) else (task.detected, task.seen),
        pictures=(photo.picture,),
        level="L2" if shape.form == "one slide" else "L3",
        extra={
            "modalities": ["text", "image", "slides"],
            "concerned": len(task.concerned),
            "unguarded": len(site.edges),
            **({"solvable": False} if _is_stop(draw) else {}),
        },
        key_facts=(f"{len(site.workers)} people", *(f"{line}: {n}" for line, n in task.findings.items())),
    )


def _is_stop(draw: TaskDraw) -> bool:
    """Whether there is nothing to object to."""
    return draw.number % STOP_EVERY == STOP_AT


def _photo(draw: TaskDraw) -> tuple[Pictured, Site, tuple[Gear, ...]]:
    """A picture in which somebody lacks something, and somebody does not, and what is looked for."""
    for part in range(MOST_PARTS):
        photo = draw.picture(draw.photo_name(), "building_site", part=part)
        site, gears = Site.of(photo.scene), GEARS[draw.number % len(GEARS)]
        if not watching.is_clear(photo.scene) or len(site.workers) < FEWEST:
            continue
        if _is_stop(draw):
            harmless = [gears for gears in GEARS if not site.is_hazardous(gears)]
            if harmless:
                return photo, site, harmless[0]
            continue
        concerned = len(site.concerned(gears))
        if 0 < concerned <= MOST_CONCERNED and concerned < len(site.workers) and _suits(draw, site, part):
            return photo, site, gears
    raise PlanError(f"{draw.id}: no picture shows what is needed.")


def _suits(draw: TaskDraw, site: Site, part: int) -> bool:
    """Three of four have an unguarded edge; where no picture does, any will do in the end."""
    return bool(site.edges) == (draw.number % 4 != 1) or part >= MOST_PARTS - 2


class _Task:
    """The ways to go about it."""

    def __init__(self, photo: Pictured, site: Site, shape: _Shape) -> None:
        self._photo, self._site, self._shape = photo, site, shape
        self.concerned = site.concerned(shape.gears)
        self.findings = watching.findings(site, shape)

    def detected(self) -> Plan:
        """A detector finds people and what they wear."""
        ladder = ("ladder",) if self._shape.with_ladders else ()
        prompt = ".".join(("person", *self._shape.gears, "platform", *ladder))
        detect = want(DETECT, imageFileUri=self._photo.name, textPrompt=prompt, includeDescription=False)
        (seen,) = yield [detect]
        if self._shape.with_ladders and seen.data["counts"].get("ladder", 0) != self._site.ladders:
            raise PlanError(f"{seen.tool} miscounted the ladders.")
        told = watching.detected(seen, self._shape.gears)
        boxes = watching.agreed(told, self._site.workers, self._shape.gears)
        if not self._site.is_hazardous(self._shape.gears):
            return self._solution()
        # Whether a platform has a guardrail is for the eyes; where it is, the detector tells.
        edges = watching.agreed_platforms(seen, self._site.edges)
        marked, begun, *cut = yield [
            self._marked(boxes, edges, seen), Deck.begun(seen), *self._portraits(boxes, seen)
        ]  # fmt: skip
        return (yield from self._reported(Deck(begun), marked, cut, edges, seen))

    def seen(self) -> Plan:
        """One's own eyes do."""
        boxes = [worker.box for worker in self.concerned]
        marked, begun, *cut = yield [
            self._marked(boxes, self._site.edges), Deck.begun(), *self._portraits(boxes)
        ]  # fmt: skip
        return (yield from self._reported(Deck(begun), marked, cut, self._site.edges))

    def _reported(
        self, deck: Deck, marked: Found, cut: Sequence[Found], edges: Sequence[Box], *seen: Found
    ) -> Plan:
        """Edges are marked in the same copy, if people were circled in it."""
        first_slide = deck.slide(self._shape.titles[0], layout=TITLE_ONLY)
        if edges and self.concerned:
            first, marked = yield [first_slide, self._lined(MARKED, edges, marked, *seen)]
        else:
            (first,) = yield [first_slide]
        return (yield from self._shown(deck, first, marked, cut, *seen))

    def _marked(self, boxes: Sequence[Box], edges: Sequence[Box], *uses: Found) -> Wanted:
        if not boxes:
            return self._lined(self._photo.name, edges, *uses)
        circles = [watching.circle(box) for box in boxes]
        return want(CIRCLES, *uses, input_path=self._photo.name, circles=circles, output_path=MARKED)

    def _lined(self, source: str, edges: Sequence[Box], *uses: Found) -> Wanted:
        lines = [watching.edge_line(box) for box in edges]
        return want(LINES, *uses, input_path=source, lines=lines, output_path=MARKED)

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
        return self._solution()

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

    def _solution(self) -> Solution:
        return watching.solution(self._photo.name, MARKED, self._site, self._shape)


FAMILY = Family(
    number=7,
    name="hazard",
    title="Hazard",
    goal="Find who lacks a hard hat or a safety vest on a building site and which edges are unguarded, mark "
    "them, and report on slides.",
    make=make,
)
