"""Full text of a paper: sections, a table, a figure and references, generated from its study."""

from __future__ import annotations

import msgspec

from m3bench_world.papers.draws import Draws
from m3bench_world.papers.shelf import Record
from m3bench_world.papers.study import families
from m3bench_world.papers.types import Paper
from m3bench_world.papers.writing import capital, fill


class Section(msgspec.Struct, frozen=True):
    heading: str
    paragraphs: tuple[str, ...]


class FullText(msgspec.Struct, frozen=True):
    sections: tuple[Section, ...]
    results_at: int
    """Index of the section with the table and the figure."""
    table_caption: str
    table: tuple[tuple[str, ...], ...]
    """The first row is the header."""
    figure_caption: str
    figure_label: str
    figure: tuple[float, ...]
    references: tuple[str, ...]


def write_full_text(record: Record, references: list[Paper], draws: Draws) -> FullText:
    slots = record.draft.slots
    pool = families()[record.family].sentences

    def say(*keys: str) -> str:
        return " ".join(fill(draws.pick(pool[key]), slots) for key in keys)

    cited = f"Related findings were reported before {_marks(len(references))}." if references else ""
    sections = (
        Section(
            "Introduction", (say("opening"), f"{say('intro')} {cited}".strip(), say("gap", "aim", "outline"))
        ),
        Section("Methods", (say("material"), say("methods"), say("analysis"))),
        Section("Results", _results(record)),
        Section("Discussion", (say("discussion"), _comparison(record), say("caution"))),
        Section("Conclusion", (say("conclusion", "future"), say("availability"))),
    )
    first = record.study.measures[0]
    return FullText(
        sections=sections,
        results_at=2,
        table_caption=f"Table 1. Results for {slots['s']} by group ({slots['n']} {slots['unit']}).",
        table=_table(record),
        figure_caption=f"Figure 1. {capital(first.name)} with {slots['tm']} over eight steps of the study.",
        figure_label=f"{first.name} [{first.unit.strip('()')}]",
        figure=record.study.trend,
        references=tuple(_reference(number, paper) for number, paper in enumerate(references, 1)),
    )


def _marks(number: int) -> str:
    return f"[1-{number}]" if number > 1 else "[1]"


def _rows(record: Record) -> list[str]:
    slots = record.draft.slots
    return [row.replace("{s}", slots["s"]).replace("{t}", slots.get("t", "")) for row in record.study.rows]


def _table(record: Record) -> tuple[tuple[str, ...], ...]:
    study = record.study
    head = ("Group", *(f"{measure.name} [{measure.unit.strip('()')}]" for measure in study.measures))
    body = (
        (capital(row), *(f"{value:.{m.digits}f}" for value, m in zip(values, study.measures, strict=True)))
        for row, values in zip(_rows(record), study.values, strict=True)
    )
    return (head, *body)


def _results(record: Record) -> tuple[str, ...]:
    study, slots = record.study, record.draft.slots
    rows = _rows(record)
    paragraphs = []
    paragraphs.append(
        f"In all, {slots['n']} {slots['unit']} entered the analysis. Table 1 gives the results for "
        f"{len(rows)} groups. {capital(slots['q'])} was {slots['v']} with {slots['tm']} and {slots['w']} "
        f"with "
        f"{slots['tc']}, a difference of {slots['d']} ({slots['pv']})."
    )
    for column, measure in list(enumerate(study.measures))[1:]:
        listed = ", ".join(
            f"{measure.written(values[column])} ({row})"
            for row, values in zip(rows, study.values, strict=True)
        )
        paragraphs.append(f"{capital(measure.name)} by group was as follows: {listed}.")
    first = study.measures[0]
    steps = ", ".join(f"{value:.{first.digits}f}" for value in study.trend)
    paragraphs.append(
        f"Figure 1 shows how {slots['q']} developed with {slots['tm']}; the eight values were {steps}. "
        f"The association with {slots['p']} was of similar size at most sites (r = {slots['r']})."
    )
    return tuple(paragraphs)


def _comparison(record: Record) -> str:
    study, slots = record.study, record.draft.slots
    column = [values[0] for values in study.values]
    better = study.measures[0].more_is_better
    order = sorted(zip(column, _rows(record), strict=True), reverse=better)
    ranked = ", then ".join(name for _, name in order)
    return (
        f"Ranked by {slots['q']}, the groups come in this order: {ranked}. The gap of {slots['d']} between "
        f"{slots['tm']} and {slots['tc']} is larger than the error of repeated measurement."
    )


def _reference(number: int, paper: Paper) -> str:
    authors = ", ".join(paper.authors[:3]) + (" et al" if len(paper.authors) > 3 else "")
    place = paper.journal or "arXiv"
    return f"[{number}] {authors}. {paper.title}. {place}, {paper.published.year}. doi:{paper.doi}"
