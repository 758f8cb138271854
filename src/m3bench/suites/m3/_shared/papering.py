"""Papers on medicines, counted: how it is asked for, and what the table, the answer and the checks are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from m3bench.checks import ArgumentFromPicture, Called, Claim, Claims, FileExists, Quantity, SheetCells
from m3bench.suites.m3._shared.office import Cell, Workbook, listed
from m3bench.suites.planning import Found, PlanError, Solution, Wanted

REQUESTS = (
    (
        "The medicines in {photo}: please look on PubMed for {subject}, take the first {first} hits of each "
        "search, and {judge}. {also}Write it to {file}, on a sheet called {sheet}, with the columns "
        "{columns}, a row for each active ingredient.{finish} In your answer give me the numbers{ask}."
    ),
    (
        "I want to know how much is written about what you see in {photo}. For every active ingredient "
        "there, search PubMed for {subject}, {judge} (only the first {first} hits count). {also}Put "
        "{columns} into the sheet {sheet} of {file}, one row per ingredient.{finish} Tell me the counts{ask}."
    ),
    (
        "Make a small literature count for the medicines in {photo}. PubMed, {subject}, first {first} hits "
        "each: {judge}. {also}The result goes into {file} (sheet {sheet}, columns {columns}, one line per "
        "active ingredient).{finish} Report the counts here too{ask}."
    ),
)
FUZZY = (
    (
        "What do the papers say about the stuff in {photo}? Skim the first {first} PubMed hits for "
        "{subject}, {judge}. {also}I need that as {file}, sheet {sheet}: {columns}.{finish} And the numbers "
        "in a sentence or two{ask}."
    ),
    (
        "Could you see what PubMed has on these ({photo})? Search for {subject}, the first {first} of each; "
        "{judge}. {also}Keep it in {file} on the sheet {sheet}, with {columns}.{finish} Just tell me how it "
        "comes out{ask}."
    ),
    (
        "I am curious about the research on what is in {photo}. Search PubMed for {subject} and go through "
        "{first} hits each; {judge}. {also}A table in {file} would be nice (sheet {sheet}; "
        "{columns}).{finish} Tell me the numbers{ask}."
    ),
)
_FINISHES = {
    "none": "",
    "sum": " Below the last row, put the sum of column B as a SUM formula.",
    "chart": " Add a bar chart of columns A and B.",
    "bold": " The headings should be bold.",
}


class Column(NamedTuple):
    """A column of the table: its heading, and the field of `Counted` that it shows."""

    heading: str
    field: str
    words: str = ""
    """One of which stands near its numbers in an answer."""


DRUG = "Drug"
RELEVANT = Column("Relevant papers", "relevant", "relevant|paper|title|article|pubmed")
RECENT = Column("Recent papers", "relevant", "recent|paper|title|article|pubmed")
FREE = Column("Free to read", "free", "free|open")
NEWEST = Column("Newest paper", "newest")
PREPRINTS = Column("Relevant preprints", "preprints", "preprint|medrxiv")


class Counted(NamedTuple):
    """What was found on one drug."""

    name: str
    relevant: int
    free: int
    newest: str
    preprints: int = 0

    @classmethod
    def of(cls, name: str, found: Sequence[Found], condition: str, since: int) -> Counted:
        articles = found[0].data["articles"] if isinstance(found[0].data, dict) else []
        if not articles:
            raise PlanError(f"Nothing is written about {name}.")
        preprints = found[1].data["preprints"] if len(found) > 1 and isinstance(found[1].data, dict) else []
        days = [str(each["publication_date"]) for each in articles]
        recent = [each for each in articles if condition or int(each["publication_date"][:4]) >= since]
        return cls(
            name,
            _relevant(recent, name, condition),
            sum(bool(each["open_access"]) for each in articles),
            max(days),
            _relevant(preprints, name, condition),
        )

    def value(self, column: Column) -> Cell:
        value: Cell = getattr(self, column.field)
        return value


def _relevant(articles: Sequence[dict[str, Any]], *names: str) -> int:
    titles = [str(each["title"]).casefold() for each in articles]
    return sum(all(name.casefold() in title for name in names) for title in titles)


class Shape(NamedTuple):
    """What a task asks for, beside the medicines of its picture."""

    condition: str
    """Titles must name it as well; empty where the drug is enough."""
    since: int
    first: int
    """So many of the titles that are found."""
    columns: tuple[Column, ...]
    asks_class: bool
    asks_trials: bool
    finish: str
    book: Workbook

    def words(self, photo: str) -> dict[str, object]:
        """What the requests are filled with."""
        extras = [text for column, text in _EXTRAS.items() if column in self.columns]
        asks = [_CLASS.format(papers=self.columns[0].heading.lower())] if self.asks_class else []
        asks += [f"and how many trials on {self.condition} are recruiting now"] if self.asks_trials else []
        together = f" together with {self.condition}" if self.condition else ""
        return {
            "photo": photo, "subject": f"the active ingredient{together}", "first": self.first,
            "judge": self._judge(), "also": f"I also need {listed(extras)}. " if extras else "",
            "columns": listed([DRUG, *(column.heading for column in self.columns)]),
            "finish": _FINISHES[self.finish], "ask": "".join(f", {ask}" for ask in asks),
            "file": self.book.file, "sheet": self.book.sheet,
        }  # fmt: skip

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
_CLASS = "and the drug class of the one with most {papers} (of each, if several are level)"


def table(counted: Sequence[Counted], shape: Shape) -> list[list[Cell]]:
    head: list[Cell] = [DRUG, *(column.heading for column in shape.columns)]
    return [head, *([one.name, *map(one.value, shape.columns)] for one in counted)]


def leaders(counted: Sequence[Counted]) -> list[Counted]:
    """Those with the highest count; all that are level."""
    most = max(one.relevant for one in counted)
    return [one for one in counted if one.relevant == most]


def finishing(shape: Shape, rows: Sequence[Sequence[Cell]], sheet: Found) -> Wanted | None:
    if shape.finish == "sum":
        return shape.book.summed(f"B{len(rows) + 1}", f"=SUM(B2:B{len(rows)})", sheet)
    if shape.finish == "chart":
        return shape.book.charted(f"A1:B{len(rows)}", str(rows[0][1]), sheet)
    if shape.finish == "bold":
        return shape.book.emboldened("A1", f"{'ABCDE'[len(rows[0]) - 1]}1", sheet)
    return None


def solution(
    counted: Sequence[Counted], shape: Shape, classes: dict[str, str], trials: int | None
) -> Solution:
    """`classes` are those of the leaders, by name; `trials` how many are recruiting, where that was asked."""
    sentences = [f"{one.name}: {_figures(one, shape.columns)}." for one in counted]
    claims = [claim for one in counted for claim in _claims(one, shape.columns)]
    for name, kind in classes.items():
        sentences.append(f"{name} has the most; it is of the class {kind}.")
        claims.append(Claim(f"{name} is of the class {kind}", all_of=(_short(kind),)))
    if trials is not None:
        sentences.append(f"{trials} trials on {shape.condition} are recruiting.")
        number = Quantity(float(trials), near=("trial|study|recruiting",))
        claims.append(Claim(f"{trials} trials are recruiting", number=number))
    sentences.append(f"The table is in {shape.book.file}, sheet {shape.book.sheet}.")
    return Solution(answer=" ".join(sentences), checks=_checks(counted, shape, tuple(claims)))


def _figures(one: Counted, columns: Sequence[Column]) -> str:
    return ", ".join(f"{column.heading.lower()} {one.value(column)}" for column in columns)


def _claims(one: Counted, columns: Sequence[Column]) -> list[Claim]:
    found = []
    for column in columns:
        value, text = one.value(column), f"{one.name}: {column.heading.lower()} {one.value(column)}"
        # What there is none of may be said without a number.
        if isinstance(value, int) and value:
            found.append(Claim(text, number=Quantity(float(value), near=(one.name, column.words))))
    return found


def _short(kind: str) -> str:
    """A class without what stands in brackets, or that alone."""
    name, _, short = kind.partition(" (")
    return f"{name}|{short.rstrip(')')}" if short else name


def _checks(counted: Sequence[Counted], shape: Shape, claims: tuple[Claim, ...]) -> tuple[Any, ...]:
    rows = table(counted, shape)
    added = {f"B{len(rows) + 1}": f"=SUM(B2:B{len(rows)})"} if shape.finish == "sum" else {}
    tools = {"chart": "excel/create_chart", "bold": "excel/format_range"}
    names = tuple(one.name for one in counted)
    return (
        FileExists(path="**/*.xlsx", count=1),
        SheetCells(
            path=shape.book.file, sheet=shape.book.sheet, columns=tuple(map(str, rows[0])), formulas=added,
            rows=tuple(tuple(row) for row in rows[1:]), more_rows=bool(added),
        ),
        *((Claims(claims=claims),) if claims else ()),
        ArgumentFromPicture(
            tool="healthcare-mcp/pubmed_search", argument="query", values=names, at_least=len(names)
        ),
        *((Called(tool=tools[shape.finish]),) if shape.finish in tools else ()),
    )  # fmt: skip
