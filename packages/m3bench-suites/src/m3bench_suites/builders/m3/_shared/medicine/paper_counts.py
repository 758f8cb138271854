"""Counts of papers about medicines: requests, table, answer and checks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from m3bench.checks import Expected, FileExists, NoStrayFiles, SheetBold, SheetCells, SheetChart
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.core.text import join
from m3bench.suites import CallResult, PlanError, PlannedCall, Solution
from m3bench_suites.builders.m3._shared.office import Cell, Workbook

REQUESTS = (
    (
        "The medicines in {photo}: what does PubMed have on {subject}? Take the first {first} hits of each "
        "search and {judge}. {also}I want it in {file}, on a sheet called {sheet}, a row for each active "
        "ingredient with {columns}.{finish} {ask}If none of them has any {papers}, leave the file out."
    ),
    (
        "I want to know how much is written about what you see in {photo}. For every active ingredient "
        "there, search PubMed for {subject}, {judge} (only the first {first} hits count). {also}Put that "
        "into the sheet {sheet} of {file}, one row per ingredient: {columns}.{finish} {ask}I need no file if "
        "none of them has any {papers}."
    ),
    (
        "Make a small literature count for the medicines in {photo}. PubMed, {subject}, first {first} hits "
        "each: {judge}. {also}The result goes into {file} (sheet {sheet}, one line per active ingredient, "
        "with {columns}) unless none of them has any {papers}.{finish} {ask}"
    ),
)
FUZZY = (
    (
        "What do the papers say about the stuff in {photo}? Skim the first {first} PubMed hits for "
        "{subject}, {judge}. {also}I need that as {file}, sheet {sheet}, with {columns}, or no file if none "
        "has any {papers}.{finish} {ask}"
    ),
    (
        "Could you see what PubMed has on these ({photo})? Search for {subject}, the first {first} of each; "
        "{judge}. {also}Keep it in {file} on the sheet {sheet}, with {columns}.{finish} {ask}Do without the "
        "file if there are no {papers} at all."
    ),
    (
        "I am curious about the research on what is in {photo}. Search PubMed for {subject} and go through "
        "{first} hits each; {judge}. {also}A table in {file} would be nice (sheet {sheet}; {columns}), but "
        "not if there are no {papers} at all.{finish} {ask}"
    ),
)
_FINISHES = {
    "none": "",
    "sum": " Below the numbers of {papers}, have a formula add them up.",
    "chart": " Add a bar chart of the numbers of {papers}.",
    "bold": " The headings should be bold.",
}


class Column(NamedTuple):
    """A column of the table: its headings, and the field of `PaperCount` that it shows."""

    heading: str
    field: str
    words: str
    """Its content, as worded in requests."""
    headings: tuple[str, ...] = ()


DRUG = "Drug"
_DRUG_HEADINGS = ("Active ingredient", "Ingredient", "Medicine", "Name", "Drug name")
RELEVANT = Column(
    "Relevant papers", "relevant", "the number of relevant papers",
    ("Relevant", "Relevant count", "Papers", "Count", "Relevant paper count"),
)  # fmt: skip
RECENT = Column(
    "Recent papers", "relevant", "the number of recent papers",
    ("Recent", "Recent count", "Papers", "Count", "Recent paper count"),
)  # fmt: skip
FREE = Column("Free to read", "free", "the number of hits that are open access", ("Open access", "Free"))
NEWEST = Column("Newest paper", "newest", "the date of the newest hit", ("Newest", "Newest hit", "Date"))
PREPRINTS = Column(
    "Relevant preprints", "preprints", "the number of such preprints", ("Preprints", "medRxiv preprints")
)
_FIELDS = {
    RELEVANT: AnswerField("relevant_papers", FieldType.NUMBER, "how many of the hits count as relevant"),
    RECENT: AnswerField("recent_papers", FieldType.NUMBER, "how many of the hits count as recent"),
    FREE: AnswerField("open_access", FieldType.NUMBER, "how many of the hits are open access"),
    NEWEST: AnswerField("newest", FieldType.DATE, "when the newest of the hits appeared"),
    PREPRINTS: AnswerField("preprints", FieldType.NUMBER, "how many of the preprints count"),
}


class PaperCount(NamedTuple):
    """The findings about one drug."""

    name: str
    relevant: int
    free: int
    newest: str
    preprints: int = 0
    titles: tuple[str, ...] = ()
    """Titles of the papers that count."""

    @classmethod
    def of(cls, name: str, found: Sequence[CallResult], condition: str, since: int) -> PaperCount:
        articles = found[0].data["articles"] if isinstance(found[0].data, dict) else []
        if not articles:
            raise PlanError(f"There are no papers about {name}.")
        preprints = found[1].data["preprints"] if len(found) > 1 and isinstance(found[1].data, dict) else []
        days = [str(each["publication_date"]) for each in articles]
        recent = [each for each in articles if condition or int(each["publication_date"][:4]) >= since]
        return cls(
            name,
            len(_relevant(recent, name, condition)),
            sum(bool(each["open_access"]) for each in articles),
            max(days),
            len(_relevant(preprints, name, condition)),
            tuple(_relevant(recent, name, condition)),
        )

    def value(self, column: Column) -> Cell:
        value: Cell = getattr(self, column.field)
        return value


def _relevant(articles: Sequence[dict[str, Any]], *names: str) -> list[str]:
    """Return the titles that contain all of the names."""
    titles = [str(each["title"]) for each in articles]
    return [title for title in titles if all(name.casefold() in title.casefold() for name in names)]


class Case(NamedTuple):
    """What a task asks for, besides the medicines in its picture."""

    condition: str
    """Titles must name it too. Empty if the drug is enough."""
    since: int
    first: int
    """Number of search hits to consider."""
    columns: tuple[Column, ...]
    asks_class: bool
    asks_trials: bool
    finish: str
    book: Workbook
    is_empty: bool = False
    """Whether no paper counts."""

    def words(self, photo: str) -> dict[str, object]:
        """Return the words that fill the wordings of a request."""
        extras = [text for column, text in _EXTRAS.items() if column in self.columns]
        papers = self.columns[0].heading.lower()
        asks = [_CLASS.format(papers=papers)] if self.asks_class else []
        asks += [f"How many trials on {self.condition} are recruiting now? "] if self.asks_trials else []
        together = f" together with {self.condition}" if self.condition else ""
        return {
            "photo": photo, "subject": f"the active ingredient{together}", "first": self.first,
            "judge": self._judge(), "also": f"I also need {join(extras)}. " if extras else "",
            "columns": join(["its name", *(column.words for column in self.columns)]),
            "finish": _FINISHES[self.finish].format(papers=papers), "papers": papers, "ask": "".join(asks),
            "file": self.book.file, "sheet": self.book.sheet,
        }  # fmt: skip

    @property
    def headings(self) -> dict[str, tuple[str, ...]]:
        """The headings of the table, and accepted alternatives."""
        return {DRUG: _DRUG_HEADINGS, **{column.heading: column.headings for column in self.columns}}

    @property
    def form(self) -> AnswerForm:
        name = AnswerField("active_ingredient", FieldType.NAME, "the active ingredient")
        parts = (name, *(_FIELDS[column] for column in self.columns))
        fields = [
            AnswerField("medicines", FieldType.RECORD, "what was found on each", many=True, fields=parts)
        ]
        if self.asks_class:
            kind = AnswerField("drug_class", FieldType.NAME, "its drug class")
            meaning = "the one with the highest count, or all that share it"
            fields.append(AnswerField("most", FieldType.RECORD, meaning, many=True, fields=(name, kind)))
        if self.asks_trials:
            fields.append(AnswerField("trials", FieldType.NUMBER, "how many trials on it are recruiting"))
        fields.append(AnswerField("any_counted", FieldType.YES_NO, "whether any paper counts at all"))
        return AnswerForm(tuple(fields))

    def _judge(self) -> str:
        if self.condition:
            return f"count as relevant those whose titles name both the ingredient and {self.condition}"
        since = f"that appeared in {self.since} or later"
        return f"count as recent those whose titles name the ingredient and {since}"


_EXTRAS = {
    FREE: "how many of the hits are open access",
    NEWEST: "the date of the newest of the hits",
    PREPRINTS: "how many of as many medRxiv preprints of the same search name the same in their titles",
}
_CLASS = "What is the drug class of the one with most {papers} (of each, if several are level)? "


def table(counted: Sequence[PaperCount], case: Case) -> list[list[Cell]]:
    head: list[Cell] = [DRUG, *(column.heading for column in case.columns)]
    return [head, *([one.name, *map(one.value, case.columns)] for one in counted)]


def leaders(counted: Sequence[PaperCount]) -> list[PaperCount]:
    """Return the drugs with the highest count."""
    most = max(one.relevant for one in counted)
    return [one for one in counted if one.relevant == most]


def finish_call(case: Case, rows: Sequence[Sequence[Cell]], sheet: CallResult) -> PlannedCall | None:
    if case.finish == "sum":
        return case.book.write_formula(f"B{len(rows) + 1}", f"=SUM(B2:B{len(rows)})", sheet)
    if case.finish == "chart":
        return case.book.add_chart(f"A1:B{len(rows)}", str(rows[0][1]), sheet)
    if case.finish == "bold":
        return case.book.make_bold("A1", f"{'ABCDE'[len(rows[0]) - 1]}1", sheet)
    return None


def solution(
    counted: Sequence[PaperCount], case: Case, classes: dict[str, str], trials: int | None
) -> Solution:
    """Return the solution. `classes` are those of the leaders, `trials` the recruiting ones if asked for."""
    wanted = is_wanted(counted)
    sentences = [f"{one.name}: {_figures(one, case.columns)}." for one in counted]
    fields = {"medicines": Expected(rows=tuple(_row(one, case.columns) for one in counted))}
    if case.asks_class:
        sentences += [f"{name} has the most; it is of the class {kind}." for name, kind in classes.items()]
        fields["most"] = Expected(rows=tuple(_leader(name, kind) for name, kind in classes.items()))
    if trials is not None:
        sentences.append(f"{trials} trials on {case.condition} are recruiting.")
        fields["trials"] = Expected(trials)
    fields["any_counted"] = Expected(wanted, grounds=())
    saved = f"The table is in {case.book.file}, sheet {case.book.sheet}."
    sentences.append(saved if wanted else "There is nothing to count, so I made no file.")
    checks = _checks(counted, case) if wanted else (NoStrayFiles(),)
    return Solution(answer=" ".join(sentences), fields=fields, checks=checks)


def is_wanted(counted: Sequence[PaperCount]) -> bool:
    """Return whether the file should be made: at least one paper counts."""
    return any(one.relevant for one in counted)


def _figures(one: PaperCount, columns: Sequence[Column]) -> str:
    return ", ".join(f"{column.heading.lower()} {one.value(column)}" for column in columns)


def _row(one: PaperCount, columns: Sequence[Column]) -> dict[str, Expected]:
    """Return an expected row. The paper count is grounded in titles; other counts are too common to trace."""
    grounds = {"relevant": one.titles, "newest": None}
    values = {
        _FIELDS[column].name: Expected(one.value(column), grounds=grounds.get(column.field, ()))
        for column in columns
    }
    return {"active_ingredient": Expected(one.name), **values}


def _leader(name: str, kind: str) -> dict[str, Expected]:
    """Accept the class without its text in brackets, or that text alone."""
    long, _, short = kind.partition(" (")
    also = (long, short.rstrip(")")) if short else ()
    return {"active_ingredient": Expected(name), "drug_class": Expected(kind, also=also)}


def _checks(counted: Sequence[PaperCount], case: Case) -> tuple[Any, ...]:
    rows, path, sheet = table(counted, case), case.book.file, case.book.sheet
    cells = SheetCells(
        path=path, sheet=sheet, columns=tuple(map(str, rows[0])), rows=tuple(map(tuple, rows[1:])),
        headings=case.headings, any_heading=True,
        totals=(case.columns[0].heading,) if case.finish == "sum" else (),
    )  # fmt: skip
    style_checks: dict[str, Any] = {
        "bold": SheetBold(path=path, sheet=sheet, headings=len(rows[0])),
        "chart": SheetChart(path=path, chart="bar", values=tuple(float(one.relevant) for one in counted)),
    }
    style_check = (style_checks[case.finish],) if case.finish in style_checks else ()
    return FileExists(path="**/*.xlsx", count=1), cells, *style_check
