"""Medicines compared for one use: how it is asked for, and what the table, the answer and the checks are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from m3bench.checks import (
    ArgumentFromPicture,
    Called,
    Claim,
    Claims,
    FileExists,
    Quantity,
    SheetCells,
    Tolerance,
)
from m3bench.suites.m3._shared.office import Cell, Workbook, listed
from m3bench.suites.m3._shared.remedies import Remedy, printed_names
from m3bench.suites.planning import Found, Solution, Wanted

REQUESTS = (
    (
        "{photo} shows what is in my medicine cabinet. I need something for {use}, and friends told me of "
        "{others} as well. Look all of these up in the official drug data: is {use} listed among the uses, "
        "and is the drug sold over the counter, on prescription, or both? {wanted} Make the sheet {sheet} in "
        "{file} with the columns {columns}, one row for each medicine; {rest}.{finish} Then tell me which of "
        "them are listed for it and {ask}."
    ),
    (
        "Please compare medicines for {use}: the ones in {photo}, and besides {others}. From the drug "
        "database I want to know of each how it is marketed (over the counter, prescription, or both) and "
        "whether {use} is one of its listed uses. {wanted} Write everything into {file}, sheet {sheet}, "
        "under the headings {columns}, with a row per medicine; {rest}.{finish} In your answer name those "
        "that are listed for it and {ask}."
    ),
    (
        "I took a picture of our medicines ({photo}). Which of them are officially meant for {use}? Take "
        "{others} into the comparison too. {wanted} The result belongs into a workbook {file} with a sheet "
        "{sheet} and the columns {columns}: one line for every medicine, its marketing status as in the "
        "official data; {rest}.{finish} Sum up for me which are listed for it and {ask}."
    ),
)
FUZZY = (
    (
        "Can I take any of the stuff in {photo} for {use}? Somebody suggested {others} too. Check them "
        "officially, {vague} and make me a little table: {file}, sheet {sheet}, with {columns} "
        "({rest}).{finish} What comes out?"
    ),
    (
        "Something for {use}, please: I have what you see in {photo}, and people keep mentioning {others}. "
        "Look into what they are officially meant for, {vague} and put them side by side in {file}, sheet "
        "{sheet}: {columns} ({rest}).{finish} Tell me the gist."
    ),
    (
        "Is anything in {photo} any good for {use}, or rather {others}? Please check with official data, "
        "{vague} and leave me a comparison in {file}, sheet {sheet}, with {columns} ({rest}).{finish} And "
        "the short version here."
    ),
)
INGREDIENT, STATUS, LISTED = "Active ingredient", "Marketing status", "Listed use"
PRICE, REPORTS = "Cheapest price (USD)", "Adverse reports"
_FINISHES = {
    "none": "",
    "sum": " In the cell below the last row of column D, add up the column with a SUM formula.",
    "bold": " Make the row of the headings bold.",
}
_LETTERS = "ABCDE"
_CENT = Tolerance(0.005)


class Shape(NamedTuple):
    """What a task asks for, beside the medicines of its picture."""

    use: str
    others: tuple[Remedy, ...]
    facets: tuple[str, ...]
    """`PRICE`, `REPORTS` or both: what is wanted of the medicines that are listed for the use."""
    pieces: int
    finish: str
    book: Workbook

    def words(self, photo: str) -> dict[str, str]:
        """What the requests are filled with."""
        parts = [_WANTED[facet].format(pieces=self.pieces) for facet in self.facets]
        asks = {PRICE: "what they cost", REPORTS: "how many reports each has"}
        return {
            "photo": photo, "use": self.use, "others": self._others(), "wanted": " ".join(parts),
            "vague": " ".join(_VAGUE[facet].format(pieces=self.pieces) for facet in self.facets),
            "columns": listed((INGREDIENT, STATUS, f"{LISTED} (yes or no)", *self.facets)),
            "rest": "leave the numbers empty where it is not listed", "finish": _FINISHES[self.finish],
            "ask": " and ".join(asks[facet] for facet in self.facets),
            "file": self.book.file, "sheet": self.book.sheet,
        }  # fmt: skip

    def _others(self) -> str:
        if PRICE not in self.facets:
            return listed([one.name.lower() for one in self.others])
        return listed([f"{one.name.lower()} {one.strength} {one.form}s" for one in self.others])


_WANTED = {
    PRICE: "For those that list it, find what the cheapest pack of {pieces} costs that is in stock in the "
    "online shop, whatever the brand, in the strength and form that is printed or named (the large tube or "
    "bottle where it is something to spread).",
    REPORTS: "For those that list it, add how many reports of adverse events there are in all.",
}
_VAGUE = {
    PRICE: "see what a pack of {pieces} (or a large tube) of just that strength and form goes for in the "
    "shop at the cheapest, any brand in stock,",
    REPORTS: "see how many bad reactions have been reported in all,",
}


@dataclass
class Compared:
    """A medicine, and what was found out about it."""

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


def table(compared: Sequence[Compared], shape: Shape) -> list[list[Cell]]:
    """The headings and a row for each."""
    rows: list[list[Cell]] = [[INGREDIENT, STATUS, LISTED, *shape.facets]]
    for one in compared:
        numbers = [one.number(facet) for facet in shape.facets]
        rows.append([one.name, one.status, "yes" if one.has(shape.use) else "no", *numbers])
    return rows


def finishing(shape: Shape, rows: Sequence[Sequence[Cell]], sheet: Found) -> Wanted | None:
    if shape.finish == "sum":
        ((cell, formula),) = _sum(shape, rows).items()
        return shape.book.summed(cell, formula, sheet)
    if shape.finish == "bold":
        return shape.book.emboldened("A1", f"{_LETTERS[len(rows[0]) - 1]}1", sheet)
    return None


def _sum(shape: Shape, rows: Sequence[Sequence[Cell]]) -> dict[str, str]:
    """The cell of the sum and its formula, where one is asked for."""
    return {f"D{len(rows) + 1}": f"=SUM(D2:D{len(rows)})"} if shape.finish == "sum" else {}


def solution(compared: Sequence[Compared], shape: Shape) -> Solution:
    fitting = [one for one in compared if one.has(shape.use)]
    others = [one.name for one in compared if one not in fitting]
    sentences = [f"Listed for {shape.use}: {listed([one.name for one in fitting])}."]
    if others:
        sentences.append(f"It is not listed for {listed(others)}.")
    sentences += [_sentence(one) for one in fitting]
    sentences.append(f"The comparison is in {shape.book.file}, sheet {shape.book.sheet}.")
    sentences.append("Ask a pharmacist before you take any.")
    return Solution(answer=" ".join(sentences), checks=_checks(compared, fitting, shape))


def _sentence(one: Compared) -> str:
    parts = [] if one.price is None else [f"costs ${one.price:.2f} at the cheapest"]
    parts += [] if one.reports is None else [f"has {one.reports:,} adverse event reports"]
    return f"{one.name} ({one.status.lower()}) {' and '.join(parts)}."


def _checks(compared: Sequence[Compared], fitting: Sequence[Compared], shape: Shape) -> tuple[Any, ...]:
    rows = table(compared, shape)
    added = _sum(shape, rows)
    shown = [one.remedy for one in compared if one.remedy not in shape.others]
    cells = SheetCells(
        path=shape.book.file, sheet=shape.book.sheet, columns=tuple(map(str, rows[0])), tolerance=_CENT,
        rows=tuple(tuple(row) for row in rows[1:]), formulas=added, more_rows=bool(added),
    )  # fmt: skip
    named = ArgumentFromPicture(
        tool="healthcare-mcp/fda_drug_lookup", argument="drug_name", values=printed_names(shown),
        at_least=len(shown),
    )  # fmt: skip
    claims = Claims(claims=tuple(claim for one in fitting for claim in _claims(one)))
    bold = (Called(tool="excel/format_range"),) if shape.finish == "bold" else ()
    return FileExists(path="**/*.xlsx", count=1), cells, claims, named, *bold


def _claims(one: Compared) -> list[Claim]:
    found = []
    if one.price is not None:
        cost = Quantity(one.price, _CENT, unit=("$", "USD", "dollars"), near=(one.name,))
        found.append(Claim(f"{one.name} costs ${one.price:.2f}", number=cost))
    if one.reports is not None:
        reports = Quantity(float(one.reports), near=(one.name, "report|adverse|event|reaction"))
        found.append(Claim(f"{one.name} has {one.reports} reports", number=reports))
    return found
