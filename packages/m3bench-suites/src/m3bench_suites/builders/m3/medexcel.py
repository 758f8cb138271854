"""MedExcel: count PubMed papers about the medicines in a photo, in a spreadsheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from m3bench.suites import Blueprint, CallResult, Plan, PlanError, PlannedCall, call
from m3bench_suites.builders.m3._shared.medicine import paper_counts
from m3bench_suites.builders.m3._shared.medicine.paper_counts import Case, PaperCount
from m3bench_suites.builders.m3._shared.medicine.remedies import (
    Remedy,
    pictured_remedies,
    printed_names,
    read_names,
)
from m3bench_suites.builders.m3._shared.office import Workbook
from m3bench_suites.builders.m3._shared.results import require
from m3bench_suites.builders.m3.family import Family, ScenePicture, TaskDraw

READ, LOOK_UP = "ocr/perform_ocr", "healthcare-mcp/fda_drug_lookup"
PAPERS, PREPRINTS = "healthcare-mcp/pubmed_search", "healthcare-mcp/medrxiv_search"
TRIALS = "healthcare-mcp/clinical_trials_search"
FINISHES = ("bold", "sum", "chart", "none")
MOST_PARTS = 9
STOP_EVERY, STOP_AT = 8, 6
"""The task (modulo `STOP_EVERY`) without papers to count."""
CLASSLESS = 2
SHORTEST, MOST_TRIED = 4, 60
_READ_AHEAD = 60
"""Papers per drug that are searched for a condition to ask about."""


def make(draw: TaskDraw) -> Blueprint:
    photo, shown, condition = _photo(draw)
    case = _case(draw, shown, condition)
    task = _Plans(photo.name, shown, case)
    words = case.words(photo.name)
    return Blueprint(
        id=draw.id,
        family="MedExcel",
        request=draw.phrased(*paper_counts.REQUESTS, **words).strip(),
        fuzzy_request=draw.phrased(*paper_counts.FUZZY, **words).strip(),
        servers=("ocr", "healthcare-mcp", "excel"),
        form=case.form,
        plans=(task.read, task.seen),
        pictures=(photo.picture,),
        level="L3" if case.asks_class else "L2",
        extra={
            "modalities": ["text", "image", "spreadsheet"],
            "medicines": len(shown),
            **({"solvable": False} if _is_stop(draw) else {}),
        },
        key_facts=printed_names(shown),
    )


def _photo(draw: TaskDraw) -> tuple[ScenePicture, list[Remedy], str]:
    """Return a picture, its medicines, and a condition if the task asks for one."""
    for part in range(MOST_PARTS):
        photo = draw.picture(draw.photo_name(), "medicine", part=part)
        shown = pictured_remedies(draw.world, photo)
        # Titles name only a part of a combination.
        single = all(" and " not in remedy.name for remedy in shown)
        choose = _foreign_condition if _is_stop(draw) else _condition
        condition = choose(draw, shown) if draw.number % 2 == 0 and single else ""
        if shown and single and (condition or draw.number % 2):
            return photo, shown, condition
    raise PlanError(f"{draw.id}: no picture shows suitable medicines.")


def _case(draw: TaskDraw, shown: Sequence[Remedy], condition: str) -> Case:
    columns = [paper_counts.RELEVANT if condition else paper_counts.RECENT]
    second = draw.pick((paper_counts.FREE, paper_counts.NEWEST), "column")
    # If all counts are 0, a date proves that the search was made.
    columns.append(paper_counts.NEWEST if _is_stop(draw) else second)
    if len(shown) == 1 or draw.number % 3 == 0:
        columns.append(paper_counts.PREPRINTS)
    file = draw.pick(("papers.xlsx", "literature.xlsx", "pubmed.xlsx"), "file")
    return Case(
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
    """Return a condition that papers name together with a medicine, or an empty string."""
    archive = draw.world.papers
    titles = [
        paper.title.casefold()
        for remedy in shown
        for paper in archive.search("pubmed", remedy.name, _READ_AHEAD)
    ]
    named = [one.name.lower() for one in draw.world.clinic.conditions()]
    found = sorted(
        name
        for name in named
        if len(name) > SHORTEST and any(_names_condition(name, title) for title in titles)
    )
    fine = [name for name in found if not any(fact.casefold() in name for fact in printed_names(shown))]
    return draw.pick(fine, "condition") if fine else ""


def _foreign_condition(draw: TaskDraw, shown: Sequence[Remedy]) -> str:
    """Return a condition with papers, none of which names a medicine too, or an empty string."""
    names = [one.name.lower() for one in draw.world.clinic.conditions() if len(one.name) > SHORTEST]
    printed = [fact.casefold() for fact in printed_names(shown)]
    fine = [name for name in sorted(set(names)) if not any(fact in name for fact in printed)]
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
    """Return whether no paper should count."""
    return draw.number % STOP_EVERY == STOP_AT


def _names_condition(name: str, title: str) -> bool:
    return title.endswith((f" {name}", f" {name}?")) or f" {name}:" in title


class _Plans:
    """The plans of a task."""

    def __init__(self, photo: str, shown: Sequence[Remedy], case: Case) -> None:
        self._photo, self._shown, self._case = photo, shown, case

    def read(self) -> Plan:
        """Read the packages with OCR."""
        text, *trials = yield [call(READ, input_data=self._photo), *self._trials()]
        read_names(text, self._shown, brands=False)
        found = yield self._searches(text)
        return (yield from self._count(found, trials))

    def seen(self) -> Plan:
        """Read the packages without a tool."""
        extra_calls = self._trials()
        results = yield [*extra_calls, *self._searches()]
        return (yield from self._count(results[len(extra_calls) :], results[: len(extra_calls)]))

    def _trials(self) -> list[PlannedCall]:
        return [call(TRIALS, condition=self._case.condition)] if self._case.asks_trials else []

    def _searches(self, *uses: CallResult) -> list[PlannedCall]:
        case, calls = self._case, []
        for remedy in self._shown:
            query = f"{remedy.name} {case.condition}".strip()
            calls.append(call(PAPERS, *uses, query=query, max_results=case.first))
            if paper_counts.PREPRINTS in case.columns:
                calls.append(call(PREPRINTS, *uses, query=query, max_results=case.first))
        return calls

    def _count(self, found: Sequence[CallResult], trials: Sequence[CallResult]) -> Plan:
        case, each = self._case, len(found) // len(self._shown)
        counted = [
            PaperCount.of(remedy.name, found[each * place : each * (place + 1)], case.condition, case.since)
            for place, remedy in enumerate(self._shown)
        ]
        require(
            paper_counts.is_wanted(counted) != case.is_empty,
            "the search disagrees with the world about the papers",
        )
        leaders = paper_counts.leaders(counted) if case.asks_class else []
        extra_calls = [call(LOOK_UP, *found[::each], drug_name=one.name) for one in leaders]
        if not paper_counts.is_wanted(counted):
            overviews = (yield extra_calls) if extra_calls else []
        else:
            book, *overviews = yield [case.book.create(*found), *extra_calls]
            rows = paper_counts.table(counted, case)
            (sheet,) = yield [case.book.write(rows, book, *found)]
            if finish_call := paper_counts.finish_call(case, rows, sheet):
                yield [finish_call]
        classes = {one.name: _class(found) for one, found in zip(leaders, overviews, strict=True)}
        total = trials[0].data["total_count"] if trials else None
        return paper_counts.solution(counted, case, classes, total)


def _class(found: CallResult) -> str:
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
