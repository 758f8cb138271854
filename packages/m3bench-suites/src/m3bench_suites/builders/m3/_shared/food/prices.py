"""Prices of goods: findings, answer form, expected values and checks."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

import msgspec

from m3bench.checks import Check, Expected, FileExists, SheetCells, Tolerance
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.suites import CallResult, PlannedCall
from m3bench_suites.builders.m3._shared.food.goods import Good

SHEET = "prices.xlsx"
_CENT = Tolerance(0.011)

Listing = dict[str, Any]


class Case(msgspec.Struct, frozen=True):
    """What one task asks about, and in which shop."""

    goods: list[Good]
    words: list[str]
    """The search keywords of each product."""
    domain: str
    currency: str
    code: str
    """The code of the currency."""
    days: int
    rating: float
    budget: int


class PriceList(msgspec.Struct, frozen=True):
    """The result of a job."""

    lines: list[tuple[Listing, float]]
    """The listings to include, with their prices."""
    total: float
    remark: str
    counts: tuple[int, ...] = ()
    """The number of packages of each, if asked for."""
    late: tuple[str, ...] = ()
    """The ASINs of products that arrive too late."""


Ending = Generator[Sequence[PlannedCall], Sequence[CallResult], PriceList]


class Job(msgspec.Struct, frozen=True):
    """A question about goods in two wordings, and the last part of its plan."""

    request_text: str
    fuzzy_text: str
    ending: Callable[[Case, Sequence[CallResult]], Ending]
    counted: bool = False
    """Whether to count the packages of each product."""
    timed: bool = False
    """Whether some products may arrive too late."""
    table: bool = False
    """Whether to make a table if the budget is sufficient."""
    over_budget: bool = False
    level: str = "L2"


def form(case: Case, job: Job) -> AnswerForm:
    counted = (
        [AnswerField("packages", FieldType.NUMBER, "how many packages of it are in the picture")]
        if job.counted
        else []
    )
    product = (
        AnswerField("asin", FieldType.CODE, "its ASIN"),
        *counted,
        AnswerField("price", FieldType.NUMBER, "the price of one", unit=case.code),
    )
    return AnswerForm(
        (
            AnswerField(
                "products", FieldType.RECORD, "each product that counts", many=True, fields=product
            ),
            *_more(job),
            AnswerField("total", FieldType.NUMBER, "what they cost together, as asked", unit=case.code),
        )
    )  # fmt: skip


def _more(job: Job) -> list[AnswerField]:
    more = []
    if job.timed:
        late = "the ASINs of the products that cannot arrive in time"
        more.append(AnswerField("too_late", FieldType.CODE, late, many=True))
    if job.table:
        within = "whether one of each costs no more than the budget"
        more.append(AnswerField("within_budget", FieldType.YES_NO, within))
    return more


def answer_of(case: Case, job: Job, priced: PriceList) -> str:
    lines = "; ".join(
        f"{listing['title']} ({listing['asin']}): {price:.2f}" for listing, price in priced.lines
    )
    answer = (
        f"Prices on {case.domain} in {case.currency}: {lines}. The total for {priced.remark} is "
        f"{priced.total:.2f} {case.currency}."
    )
    if priced.late:
        answer += f" Too late: {', '.join(priced.late)}."
    if not job.table:
        return answer
    if job.over_budget:
        return f"{answer} That is more than {case.budget} {case.currency}, so I made no list."
    return f"{answer} That is within {case.budget} {case.currency}; the list is in {SHEET}."


def fields_of(case: Case, job: Job, priced: PriceList) -> dict[str, Expected]:
    prices = tuple(price for _, price in priced.lines)
    rows = [
        {"asin": Expected(listing["asin"]), "price": Expected(price, tolerance=_CENT)}
        for listing, price in priced.lines
    ]
    if job.counted:
        rows = [{**row, "packages": Expected(count)} for row, count in zip(rows, priced.counts, strict=True)]
    fields = {
        "products": Expected(rows=tuple(rows)),
        "total": Expected(priced.total, tolerance=_CENT, grounds=prices),
    }
    if job.timed:
        fields["too_late"] = Expected(items=tuple(Expected(asin) for asin in priced.late))
    if job.table:
        fields["within_budget"] = Expected(priced.total <= case.budget, grounds=prices)
    return fields


def checks_of(job: Job, priced: PriceList) -> tuple[Check, ...]:
    """Return checks of the table, or that there is none."""
    if job.over_budget:
        return (FileExists("*.xlsx", count=0),)
    if not job.table:
        return ()
    rows = tuple((listing["asin"], price) for listing, price in priced.lines)
    return (SheetCells(SHEET, columns=("ASIN", "Price"), rows=rows, tolerance=_CENT),)
