"""Comparison of medicines for one use: requests, table, answer form and checks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from m3bench.checks import Expected, FileExists, NoStrayFiles, SheetBold, SheetCells, Tolerance
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.core.text import join
from m3bench.suites import CallResult, PlannedCall, Solution
from m3bench_suites.builders.m3._shared.medicine.remedies import STATUSES, Remedy, status_cells, status_field
from m3bench_suites.builders.m3._shared.office import BLANK, YES_NO_CELLS, Cell, Workbook

REQUESTS = (
    (
        "{photo} shows what is in my medicine cabinet. I need something for {use}, and friends told me of "
        "{others} as well. Which of all these are officially listed for {use}, and is each of them sold over "
        "the counter, on prescription, or both? {wanted} Leave me a comparison in {file}, sheet {sheet}: one "
        "row for each medicine, with {columns}; {rest}.{finish} If none of them is listed for it, I need no "
        "file."
    ),
    (
        "Please compare medicines for {use}: the ones in {photo}, and besides {others}. By the official drug "
        "data, how is each marketed (over the counter, prescription, or both), and is {use} one of its "
        "listed uses? {wanted} I would like that as {file} with a sheet {sheet} and a row per medicine: "
        "{columns}; {rest}.{finish} Spare yourself the file should {use} not be listed for any."
    ),
    (
        "I took a picture of our medicines ({photo}). Which of them are officially meant for {use}? Take "
        "{others} into the comparison too, and say of all of them how they are sold. {wanted} If there is at "
        "least one that is meant for it, put everything into a workbook {file}, sheet {sheet}, one line for "
        "every medicine with {columns}; {rest}.{finish}"
    ),
)
FUZZY = (
    (
        "Can I take any of the stuff in {photo} for {use}? Somebody suggested {others} too. Check what they "
        "are officially for, {vague} and make me a little table ({file}, sheet {sheet}) with {columns} "
        "({rest}).{finish} No table if none of them is for that."
    ),
    (
        "Something for {use}, please: I have what you see in {photo}, and people keep mentioning {others}. "
        "Which of them is it officially, {vague} and put them side by side in {file}, sheet {sheet}: "
        "{columns} ({rest}).{finish} If nothing fits, just tell me so, without a file."
    ),
    (
        "Is anything in {photo} any good for {use}, or rather {others}? Official data, please, {vague} and a "
        "comparison in {file}, sheet {sheet}, with {columns} ({rest}).{finish} Skip the file if it turns out "
        "that none is listed for it."
    ),
)
INGREDIENT, STATUS, LISTED = "Active ingredient", "Marketing status", "Listed use"
PRICE, REPORTS = "Cheapest price (USD)", "Adverse reports"
_COLUMNS = {
    INGREDIENT: "its active ingredient",
    STATUS: "how it is marketed",
    LISTED: "yes or no for whether that use is listed",
    PRICE: "the cheapest price in US dollars",
    REPORTS: "the number of reports",
}
_HEADINGS = {
    INGREDIENT: ("Ingredient", "Drug", "Medicine", "Name", "Generic name", "Medication"),
    STATUS: ("Status", "Sold as", "Marketing", "Availability", "How it is marketed"),
    LISTED: ("Listed", "Indicated", "Listed use (yes or no)", "Use listed", "Listed for use"),
    PRICE: ("Price", "Cheapest price", "Price (USD)", "Price in USD", "Price USD", "Cost"),
    REPORTS: ("Reports", "Adverse event reports", "Adverse events", "Number of reports"),
}
_FINISHES = {
    "none": "",
    "sum": " Below the {numbers}, have a formula add them up.",
    "bold": " Make the headings bold.",
}
_LETTERS = "ABCDE"
_CENT = Tolerance(0.005)
_FIELDS = {
    PRICE: AnswerField(
        "price", FieldType.NUMBER, "the lowest price that was asked for, null where it is not listed", "USD"
    ),
    REPORTS: AnswerField(
        "adverse_reports", FieldType.NUMBER, "all reports of adverse events, null where it is not listed"
    ),
}


class Case(NamedTuple):
    """What a task asks for, besides the medicines in its picture."""

    use: str
    others: tuple[Remedy, ...]
    facets: tuple[str, ...]
    """What to look up for medicines listed for the use: `PRICE`, `REPORTS` or both."""
    pieces: int
    finish: str
    book: Workbook

    def words(self, photo: str) -> dict[str, str]:
        """Return the words that fill the wordings of a request."""
        parts = [_WANTED[facet].format(pieces=self.pieces) for facet in self.facets]
        numbers = "prices" if self.facets[0] == PRICE else "reports"
        return {
            "photo": photo, "use": self.use, "others": self._others(), "wanted": " ".join(parts),
            "vague": " ".join(_VAGUE[facet].format(pieces=self.pieces) for facet in self.facets),
            "columns": join([_COLUMNS[column] for column in self.columns]),
            "rest": "leave the numbers empty where it is not listed",
            "finish": _FINISHES[self.finish].format(numbers=numbers),
            "file": self.book.file, "sheet": self.book.sheet,
        }  # fmt: skip

    @property
    def columns(self) -> tuple[str, ...]:
        return (INGREDIENT, STATUS, LISTED, *self.facets)

    @property
    def form(self) -> AnswerForm:
        parts = (
            AnswerField("active_ingredient", FieldType.NAME, "the active ingredient"),
            AnswerField("marketed", FieldType.CHOICE, "how it is marketed", choices=STATUSES),
            AnswerField("listed", FieldType.YES_NO, f"whether {self.use} is one of its listed uses"),
            *(_FIELDS[facet] for facet in self.facets),
        )
        meaning = "every medicine of the picture and of the request"
        medicines = AnswerField("medicines", FieldType.RECORD, meaning, many=True, fields=parts)
        any_listed = "whether any of them is listed for it"
        return AnswerForm((medicines, AnswerField("any_listed", FieldType.YES_NO, any_listed)))

    def _others(self) -> str:
        if PRICE not in self.facets:
            return join([one.name.lower() for one in self.others])
        return join([f"{one.name.lower()} {one.strength} {one.form}s" for one in self.others])


_WANTED = {
    PRICE: "Of those that are, what does the cheapest pack of {pieces} cost that the online shop has in "
    "stock, whatever the brand, in the strength and form that is printed or named (the large tube or "
    "bottle where it is something to spread)?",
    REPORTS: "Of those that are, how many reports of adverse events are there in all?",
}
_VAGUE = {
    PRICE: "what does a pack of {pieces} (or a large tube) of just that strength and form cost in the "
    "shop at the cheapest, any brand in stock,",
    REPORTS: "how many bad reactions have been reported in all,",
}


@dataclass
class MedicineFacts:
    """A medicine and the findings about it."""

    remedy: Remedy
    overview: dict[str, Any]
    price: float | None = None
    reports: int | None = None

    @property
    def name(self) -> str:
        return self.remedy.name

    @property
    def status(self) -> str:
        return str(self.overview["marketing_status"])

    def has(self, use: str) -> bool:
        return use in self.overview["indications"]

    def number(self, facet: str) -> float | None:
        return self.price if facet == PRICE else self.reports


def table(compared: Sequence[MedicineFacts], case: Case) -> list[list[Cell]]:
    """Return the headings and a row for each medicine."""
    rows: list[list[Cell]] = [list(case.columns)]
    for one in compared:
        numbers = [one.number(facet) for facet in case.facets]
        rows.append([one.name, one.status, "yes" if one.has(case.use) else "no", *numbers])
    return rows


def finish_call(case: Case, rows: Sequence[Sequence[Cell]], sheet: CallResult) -> PlannedCall | None:
    if case.finish == "sum":
        return case.book.write_formula(f"D{len(rows) + 1}", f"=SUM(D2:D{len(rows)})", sheet)
    if case.finish == "bold":
        return case.book.make_bold("A1", f"{_LETTERS[len(rows[0]) - 1]}1", sheet)
    return None


def solution(compared: Sequence[MedicineFacts], case: Case) -> Solution:
    matching = [one for one in compared if one.has(case.use)]
    fields = {
        "medicines": Expected(rows=tuple(_row(one, case) for one in compared)),
        "any_listed": Expected(bool(matching), grounds=(case.use,) if matching else ()),
    }
    answer, checks = _describe(compared, matching, case), _checks(compared, case)
    return Solution(answer=answer, fields=fields, checks=checks if matching else (NoStrayFiles(),))


def _describe(compared: Sequence[MedicineFacts], matching: Sequence[MedicineFacts], case: Case) -> str:
    others = [one.name for one in compared if one not in matching]
    if not matching:
        return f"None of them is listed for {case.use}: {join(others)}. So I made no file."
    sentences = [f"Listed for {case.use}: {join([one.name for one in matching])}."]
    if others:
        sentences.append(f"It is not listed for {join(others)}.")
    sentences += [_sentence(one) for one in matching]
    sentences.append(f"The comparison is in {case.book.file}, sheet {case.book.sheet}.")
    return " ".join((*sentences, "Ask a pharmacist before you take any."))


def _sentence(one: MedicineFacts) -> str:
    parts = [] if one.price is None else [f"costs ${one.price:.2f} at the cheapest"]
    parts += [] if one.reports is None else [f"has {one.reports:,} adverse event reports"]
    return f"{one.name} ({one.status.lower()}) {' and '.join(parts)}."


def _row(one: MedicineFacts, case: Case) -> dict[str, Expected]:
    is_listed = one.has(case.use)
    numbers = {
        _FIELDS[facet].name: Expected() if (number := one.number(facet)) is None else _number(facet, number)
        for facet in case.facets
    }
    return {
        "active_ingredient": Expected(one.name),
        "marketed": status_field(one.status),
        "listed": Expected(is_listed, grounds=(case.use,) if is_listed else ()),
        **numbers,
    }


def _number(facet: str, number: float) -> Expected:
    return Expected(number, tolerance=_CENT) if facet == PRICE else Expected(number)


def _checks(compared: Sequence[MedicineFacts], case: Case) -> tuple[Any, ...]:
    rows = [
        (
            one.name,
            status_cells(one.status),
            YES_NO_CELLS[one.has(case.use)],
            *(BLANK if (number := one.number(facet)) is None else number for facet in case.facets),
        )
        for one in compared
    ]
    cells = SheetCells(
        path=case.book.file, sheet=case.book.sheet, columns=case.columns, rows=tuple(rows),
        headings={column: _HEADINGS[column] for column in case.columns}, any_heading=True,
        totals=(case.facets[0],) if case.finish == "sum" else (), tolerance=_CENT,
    )  # fmt: skip
    bold = SheetBold(path=case.book.file, sheet=case.book.sheet, headings=len(case.columns))
    return FileExists(path="**/*.xlsx", count=1), cells, *((bold,) if case.finish == "bold" else ())
