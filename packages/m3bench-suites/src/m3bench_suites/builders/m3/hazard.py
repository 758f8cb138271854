"""Hazard: mark unprotected people and unguarded edges on a building site, and report them on slides."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.core.text import join
from m3bench.suites import CallResult, Plan, PlanError, PlannedCall, Solution, call
from m3bench_suites.builders.m3._shared import site_safety
from m3bench_suites.builders.m3._shared.office import TITLE_ONLY, Deck
from m3bench_suites.builders.m3._shared.site_safety import Box, Case, Gear, Site
from m3bench_suites.builders.m3.family import ScenePicture, TaskDraw, Turn, m3_family
from m3bench_suites.builders.tasks import TaskSpec

DETECT = "dinox-mcp/detect-objects-by-text"
CIRCLES, LINES = "imagesorcery-mcp/draw_circles", "imagesorcery-mcp/draw_lines"
CROP = "imagesorcery-mcp/crop"
FORMS = ("one slide", "table", "portraits", "table", "one slide", "portraits")
"""The picture beside the findings, a table on a second slide, or cut-outs of people on a second slide."""
GEARS: tuple[tuple[Gear, ...], ...] = (
    ("hard hat",),
    ("hard hat", "safety vest"),
    ("safety vest",),
    ("hard hat", "safety vest"),
)
MARKED = "marked.png"
MOST_PARTS = 10
_STOP = Turn(2, of=8)
"""The task without hazards."""
MOST_UNPROTECTED, FEWEST = 4, 2
PICTURE_AT, FINDINGS_AT, TABLE_AT = (0.5, 1.7, 5.6), (6.4, 1.8, 3.2, 2.4), (1.0, 1.9, 8.0, 2.0)
"""Positions in inches on a slide of 10 by 7.5."""


def hazard(draw: TaskDraw) -> TaskSpec:
    photo, site, gears = _photo(draw)
    titles = draw.pick(site_safety.TITLES, "titles")
    file = draw.pick(("site_report.pptx", "safety.pptx", "hazards.pptx"), "file")
    case = Case(gears, FORMS[draw.number % len(FORMS)], titles, file, draw.number % 3 == 1)
    task = _Plans(photo, site, case)
    return TaskSpec(
        words={
            "photo": photo.name,
            "marked": MARKED,
            "file": file,
            "gear": " or ".join(f"a {gear}" for gear in gears),
            "hard_hat": "hard hat" in gears,
            "safety_vest": "safety vest" in gears,
            "ladders": case.with_ladders,
            "slides": case.form,
            "titles": titles,
            "lines": join(site_safety.lines(case)),
            "portraits": case.form == "portraits",
        },
        plans=(task.detected,) if draw.is_turn(_STOP) else (task.detected, task.seen),
        pictures=(photo.picture,),
        level="L2" if case.form == "one slide" else "L3",
        solvable=not draw.is_turn(_STOP),
        extra={"concerned": len(task.unprotected), "unguarded": len(site.edges)},
        key_facts=(f"{len(site.workers)} people", *(f"{line}: {n}" for line, n in task.findings.items())),
    )


def _photo(draw: TaskDraw) -> tuple[ScenePicture, Site, tuple[Gear, ...]]:
    """Return a picture with protected and unprotected people, its site, and the gear to look for."""
    for part in range(MOST_PARTS):
        photo = draw.picture(draw.photo_name(), "building_site", part=part)
        site, gears = Site.of(photo.scene), GEARS[draw.number % len(GEARS)]
        if not site_safety.is_clear(photo.scene) or len(site.workers) < FEWEST:
            continue
        if draw.is_turn(_STOP):
            harmless = [gears for gears in GEARS if not site.is_hazardous(gears)]
            if harmless:
                return photo, site, harmless[0]
            continue
        unprotected = len(site.unprotected(gears))
        if (
            0 < unprotected <= MOST_UNPROTECTED
            and unprotected < len(site.workers)
            and _suits(draw, site, part)
        ):
            return photo, site, gears
    raise PlanError(f"{draw.id}: no picture is suitable.")


def _suits(draw: TaskDraw, site: Site, part: int) -> bool:
    """Return whether the edges fit the task. Three tasks in four have one, if a picture does."""
    return bool(site.edges) == (draw.number % 4 != 1) or part >= MOST_PARTS - 2


class _Plans:
    """The plans of a task."""

    def __init__(self, photo: ScenePicture, site: Site, case: Case) -> None:
        self._photo, self._site, self._case = photo, site, case
        self.unprotected = site.unprotected(case.gears)
        self.findings = site_safety.findings(site, case)

    def detected(self) -> Plan:
        """Detect people and gear with a tool."""
        ladder = ("ladder",) if self._case.with_ladders else ()
        prompt = ".".join(("person", *self._case.gears, "platform", *ladder))
        detect = call(DETECT, imageFileUri=self._photo.name, textPrompt=prompt, includeDescription=False)
        (seen,) = yield [detect]
        if self._case.with_ladders and seen.data["counts"].get("ladder", 0) != self._site.ladders:
            raise PlanError(f"{seen.tool} miscounted the ladders.")
        detected = site_safety.detected_workers(seen, self._case.gears)
        boxes = site_safety.match_workers(detected, self._site.workers, self._case.gears)
        if not self._site.is_hazardous(self._case.gears):
            return self._solution()
        # The detector finds platforms. Whether they have a guardrail has to be seen.
        edges = site_safety.match_platforms(seen, self._site.edges)
        marked, created, *cut = yield [
            self._mark(boxes, edges, seen), Deck.create(seen), *self._portraits(boxes, seen)
        ]  # fmt: skip
        return (yield from self._report(Deck(created), marked, cut, edges, seen))

    def seen(self) -> Plan:
        """Work without a detector."""
        boxes = [worker.box for worker in self.unprotected]
        marked, created, *cut = yield [
            self._mark(boxes, self._site.edges), Deck.create(), *self._portraits(boxes)
        ]  # fmt: skip
        return (yield from self._report(Deck(created), marked, cut, self._site.edges))

    def _report(
        self,
        deck: Deck,
        marked: CallResult,
        cut: Sequence[CallResult],
        edges: Sequence[Box],
        *seen: CallResult,
    ) -> Plan:
        """Mark the edges in the same copy as the people, then make the slides."""
        first_slide = deck.slide(self._case.titles[0], layout=TITLE_ONLY)
        if edges and self.unprotected:
            first, marked = yield [first_slide, self._draw_lines(MARKED, edges, marked, *seen)]
        else:
            (first,) = yield [first_slide]
        return (yield from self._show(deck, first, marked, cut, *seen))

    def _mark(self, boxes: Sequence[Box], edges: Sequence[Box], *uses: CallResult) -> PlannedCall:
        if not boxes:
            return self._draw_lines(self._photo.name, edges, *uses)
        circles = [site_safety.circle(box) for box in boxes]
        return call(CIRCLES, *uses, input_path=self._photo.name, circles=circles, output_path=MARKED)

    def _draw_lines(self, source: str, edges: Sequence[Box], *uses: CallResult) -> PlannedCall:
        lines = [site_safety.edge_line(box) for box in edges]
        return call(LINES, *uses, input_path=source, lines=lines, output_path=MARKED)

    def _portraits(self, boxes: Sequence[Box], *uses: CallResult) -> list[PlannedCall]:
        if self._case.form != "portraits":
            return []
        return [
            call(
                CROP, *uses, input_path=self._photo.name, x1=left, y1=top, x2=right, y2=bottom,
                output_path=f"worker_{number}.png",
            )
            for number, (left, top, right, bottom) in enumerate(boxes, 1)
        ]  # fmt: skip

    def _show(
        self, deck: Deck, first: CallResult, marked: CallResult, cut: Sequence[CallResult], *seen: CallResult
    ) -> Plan:
        """Fill the first slide, add the second, and save."""
        case, lines = self._case, [f"{line}: {n}" for line, n in self.findings.items()]
        picture = deck.image(first, MARKED, PICTURE_AT, marked)
        if case.form == "one slide":
            done = yield [picture, deck.text(first, "\n".join(lines), FINDINGS_AT, *seen)]
        else:
            second_slide = deck.slide(case.titles[1], first, layout=TITLE_ONLY)
            shown, second = yield [picture, second_slide]
            done = yield self._second(deck, second, cut, seen)
            done = [shown, *done]
        yield [deck.save(case.file, *done)]
        return self._solution()

    def _second(
        self, deck: Deck, slide: CallResult, cut: Sequence[CallResult], seen: Sequence[CallResult]
    ) -> list[PlannedCall]:
        if self._case.form == "table":
            rows = [("Finding", "Number"), *((line, str(n)) for line, n in self.findings.items())]
            return [deck.table(slide, rows, TABLE_AT, *seen)]
        lines = [f"{line}: {n}" for line, n in self.findings.items()]
        images = [
            deck.image(slide, f"worker_{number}.png", (round(2.3 * number - 1.7, 1), 2.6, 1.5), portrait)
            for number, portrait in enumerate(cut, 1)
        ]
        return [*images, deck.text(slide, "; ".join(lines), (0.6, 1.7, 8.8, 0.6), *seen)]

    def _solution(self) -> Solution:
        return site_safety.solution(self._photo.name, MARKED, self._site, self._case)


FAMILY = m3_family(
    number=7,
    name="hazard",
    title="Hazard",
    goal="Find who lacks a hard hat or a safety vest on a building site and which edges are unguarded, mark "
    "them, and report on slides.",
    servers=("dinox-mcp", "imagesorcery-mcp", "ppt"),
    modalities=("text", "image", "slides"),
    tasks=(hazard,),
)
