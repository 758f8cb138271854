"""MedExcel: what PubMed has on the medicines of a photo, counted in a spreadsheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from m3bench.suites.m3._shared.finding import sure
from m3bench.suites.m3._shared.medicine import papering
from m3bench.suites.m3._shared.medicine.papering import Counted, Shape
from m3bench.suites.m3._shared.medicine.remedies import Remedy, pictured_remedies, printed_names, read_names
from m3bench.suites.m3._shared.office import Workbook
from m3bench.suites.m3.family import Family, Pictured, TaskDraw
from m3bench.suites.planning import Blueprint, Found, Plan, PlanError, Wanted, want

READ, LOOK_UP = "ocr/perform_ocr", "healthcare-mcp/fda_drug_lookup"
PAPERS, PREPRINTS = "healthcare-mcp/pubmed_search", "healthcare-mcp/medrxiv_search"
TRIALS = "healthcare-mcp/clinical_trials_search"
FINISHES = ("bold", "sum", "chart", "none")
MOST_PARTS = 9
STOP_EVERY, STOP_AT = 8, 6
"""Of so many tasks, this one ends with "nothing to count"."""
CLASSLESS = 2
SHORTEST, MOST_TRIED = 4, 60
_READ_AHEAD = 60
"""Papers on a drug that are looked through for a condition to ask about."""


def make(draw: TaskDraw) -> Blueprint:
    photo, shown, condition = _photo(draw)
    shape = _shape(draw, shown, condition)
    task = _Task(photo.name, shown, shape)
    words = shape.words(photo.name)
    return Blueprint(
        id=draw.id,
        family="MedExcel",
        request=draw.phrased(*papering.REQUESTS, **words).strip(),
        fuzzy_request=draw.phrased(*papering.FUZZY, **words).strip(),
        servers=("ocr", "healthcare-mcp", "excel"),
        form=shape.form,
        plans=(task.read, task.seen),
        pictures=(photo.picture,),
        level="L3" if shape.asks_class else "L2",
        extra={
            "modalities": ["text", "image", "spreadsheet"],
            "medicines": len(shown),
            **({"solvable": False} if _is_stop(draw) else {}),
        },
        key_facts=printed_names(shown),
    )


def _photo(draw: TaskDraw) -> tuple[Pictured, list[Remedy], str]:
    """A picture of medicines, and a condition that goes with them where one is to be asked for."""
    for part in range(MOST_PARTS):
        photo = draw.picture(draw.photo_name(), "medicine", part=part)
        shown = pictured_remedies(draw.world, photo)
        # Titles name but a part of a combination.
        single = all(" and " not in remedy.name for remedy in shown)
        choose = _foreign_condition if _is_stop(draw) else _condition
        condition = choose(draw, shown) if draw.number % 2 == 0 and single else ""
        if shown and single and (condition or draw.number % 2):
            return photo, shown, condition
    raise PlanError(f"{draw.id}: no picture shows medicines to ask about.")


def _shape(draw: TaskDraw, shown: Sequence[Remedy], condition: str) -> Shape:
    columns = [papering.RELEVANT if condition else papering.RECENT]
    second = draw.pick((papering.FREE, papering.NEWEST), "column")
    # Where all counts are 0, a date shows that somebody looked.
    columns.append(papering.NEWEST if _is_stop(draw) else second)
    if len(shown) == 1 or draw.number % 3 == 0:
        columns.append(papering.PREPRINTS)
    file = draw.pick(("papers.xlsx", "literature.xlsx", "pubmed.xlsx"), "file")
    return Shape(
        condition=condition,
        since=draw.world.now.year - draw.whole(0, 1, "since"),
        first=_first(draw),
        columns=tuple(columns),
        asks_class=len(shown) > 1 and draw.number % 4 != CLASSLESS,
        asks_trials=bool(condition) and draw.number % 4 == 0,
        finish=FINISHES[(draw.number // 2) % len(FINISHES)],
        book=Workbook(f"media/{file}", draw.pick(("Papers", "Counts"), "sheet")),
        is_empty=_is_stop(draw),
    )


def _condition(draw: TaskDraw, shown: Sequence[Remedy]) -> str:
    """One that titles of papers name together with one of the medicines; empty where there is none."""
    archive = draw.world.papers
    titles = [
        paper.title.casefold()
        for remedy in shown
        for paper in archive.search("pubmed", remedy.name, _READ_AHEAD)
    ]
    named = [one.name.lower() for one in draw.world.clinic.conditions()]
    found = sorted(
        name for name in named if len(name) > SHORTEST and any(_stands(name, title) for title in titles)
    )
    fine = [name for name in found if not any(fact.casefold() in name for fact in printed_names(shown))]
    return draw.pick(fine, "condition") if fine else ""


def _foreign_condition(draw: TaskDraw, shown: Sequence[Remedy]) -> str:
    """One that PubMed has papers on, none of which names one of the medicines as well; empty without one."""
    names = [one.name.lower() for one in draw.world.clinic.conditions() if len(one.name) > SHORTEST]
    told = [fact.casefold() for fact in printed_names(shown)]
    fine = [name for name in sorted(set(names)) if not any(fact in name for fact in told)]
    for name in draw.sample(fine, MOST_TRIED, "foreign"):
        found = [
            draw.world.papers.search("pubmed", f"{remedy.name} {name}", _first(draw)) for remedy in shown
        ]
        both = [
            paper
            for papers, remedy in zip(found, shown, strict=True)
            for paper in papers
            if remedy.name.casefold() in paper.title.casefold() and name in paper.title.casefold()
        ]
        if all(found) and not both:
            return name
    return ""


def _first(draw: TaskDraw) -> int:
    return draw.whole(3, 6, "first")


def _is_stop(draw: TaskDraw) -> bool:
    """Whether no paper is to the point, so that there is nothing to write down."""
    return draw.number % STOP_EVERY == STOP_AT


def _stands(name: str, title: str) -> bool:
    return title.endswith((f" {name}", f" {name}?")) or f" {name}:" in title


class _Task:
    """The ways to go about it."""

    def __init__(self, photo: str, shown: Sequence[Remedy], shape: Shape) -> None:
        self._photo, self._shown, self._shape = photo, shown, shape

    def read(self) -> Plan:
        """The packages are read by a tool."""
        text, *trials = yield [want(READ, input_data=self._photo), *self._trials()]
        read_names(text, self._shown, brands=False)
        found = yield self._searches(text)
        return (yield from self._counted(found, trials))

    def seen(self) -> Plan:
        """The packages are read with one's own eyes."""
        asked = self._trials()
        brought = yield [*asked, *self._searches()]
        return (yield from self._counted(brought[len(asked) :], brought[: len(asked)]))

    def _trials(self) -> list[Wanted]:
        return [want(TRIALS, condition=self._shape.condition)] if self._shape.asks_trials else []

    def _searches(self, *uses: Found) -> list[Wanted]:
        shape, calls = self._shape, []
        for remedy in self._shown:
            query = f"{remedy.name} {shape.condition}".strip()
            calls.append(want(PAPERS, *uses, query=query, max_results=shape.first))
            if papering.PREPRINTS in shape.columns:
                calls.append(want(PREPRINTS, *uses, query=query, max_results=shape.first))
        return calls

    def _counted(self, found: Sequence[Found], trials: Sequence[Found]) -> Plan:
        shape, each = self._shape, len(found) // len(self._shown)
        counted = [
            Counted.of(remedy.name, found[each * place : each * (place + 1)], shape.condition, shape.since)
            for place, remedy in enumerate(self._shown)
        ]
        sure(papering.is_wanted(counted) != shape.is_empty, "the papers are not as they were meant to be")
        leaders = papering.leaders(counted) if shape.asks_class else []
        asked = [want(LOOK_UP, *found[::each], drug_name=one.name) for one in leaders]
        if not papering.is_wanted(counted):
            overviews = (yield asked) if asked else []
        else:
            book, *overviews = yield [shape.book.made(*found), *asked]
            rows = papering.table(counted, shape)
            (sheet,) = yield [shape.book.written(rows, book, *found)]
            if finishing := papering.finishing(shape, rows, sheet):
                yield [finishing]
        classes = {one.name: _class(found) for one, found in zip(leaders, overviews, strict=True)}
        total = trials[0].data["total_count"] if trials else None
        return papering.solution(counted, shape, classes, total)


def _class(found: Found) -> str:
    data: dict[str, Any] = found.data["drug"]
    return str(data["pharmacologic_class"])


FAMILY = Family(
    number=9,
    name="medexcel",
    title="MedExcel",
    goal="Search PubMed for each medicine in a photo, decide which titles are relevant, and write "
    "the counts into a workbook under media.",
    make=make,
)
