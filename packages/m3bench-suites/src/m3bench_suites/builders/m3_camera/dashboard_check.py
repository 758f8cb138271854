"""Dashboard Check: find the wrong price on a screen by looking up all of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from m3bench.checks import Expected, Tolerance
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.core.text import join
from m3bench.suites import Blueprint, CallResult, Plan, Solution, call
from m3bench_suites.builders.m3._shared.results import require, require_text
from m3bench_suites.builders.m3.family import Family, TaskDraw
from m3bench_suites.builders.m3_camera._shared.seeing import find_legible, plans_by_level

if TYPE_CHECKING:
    from m3bench_world.scenes import Scene

_CENT = Tolerance(absolute=0.006)
_DIME = Tolerance(absolute=0.05)


class Row(msgspec.Struct, frozen=True):
    """A row of the table: what the screen shows."""

    ticker: str
    units: int
    close: float


class Case(msgspec.Struct, frozen=True):
    photo: str
    day: date
    rows: tuple[Row, ...]
    late: tuple[str, ...]
    """Feeds whose lamp is not green."""

    @property
    def value(self) -> float:
        return round(sum(row.units * row.close for row in self.rows), 2)


def make(draw: TaskDraw) -> Blueprint:
    photo = find_legible(draw, "dashboard", _suits)
    facts = photo.scene.facts
    case = Case(
        photo=photo.name,
        day=date.fromisoformat(facts["date"]),
        rows=tuple(Row(row["ticker"], row["units"], row["shown"]) for row in facts["rows"]),
        late=tuple(feed for feed, state in facts["feeds"].items() if state != "OK"),
    )
    return Blueprint(
        id=draw.id,
        family=FAMILY.title,
        request=draw.phrased(*_REQUESTS, photo=case.photo),
        fuzzy_request=draw.phrased(*_FUZZY, photo=case.photo),
        servers=("ocr", "yahoo-finance"),
        form=_FORM,
        plans=plans_by_level(draw, partial(_plan, case, reads=True), partial(_plan, case, reads=False)),
        pictures=(photo.picture,),
        level="L2",
        extra={"modalities": ["text", "image"]},
        key_facts=(*(row.ticker for row in case.rows), facts["date"]),
    )


def _suits(scene: Scene) -> bool:
    states = list(scene.facts["feeds"].values())
    return 0 < states.count("OK") < len(states)


_REQUESTS = (
    (
        "One of the closing prices on the screen in {photo} is wrong. Check them all against Yahoo Finance "
        "for the day that the screen names. Which share is it, what does the screen show and what was the "
        "close? What is the value of the shares with the right close, and by how much does the screen's "
        "value differ from it? Also name the feeds whose lamp is not green."
    ),
    (
        "Our dashboard ({photo}) has an error: one close in the table is not that of the day. Look every "
        "share up on Yahoo Finance and tell me the ticker, the close shown, the close it should be, the "
        "corrected value of the shares and how far off the shown value is. Which feeds do not have a green "
        "lamp?"
    ),
)
_FUZZY = (
    (
        "Something is off on this screen, {photo}: one of the closes can't be right for that day, says "
        "Yahoo Finance. Which, and what should it be instead of what? Then what is it all worth, how much "
        "is the shown value off, and which feeds are not green?"
    ),
    (
        "Can you audit {photo}? A single closing price there is made up. Find it with Yahoo Finance, give me "
        "wrong and right close, the right value of the shares and the gap to the shown one. And the feeds "
        "without a green light, please."
    ),
)
_FORM = AnswerForm((
    AnswerField("ticker", FieldType.NAME, "the ticker of the share with the wrong close"),
    AnswerField("shown", FieldType.NUMBER, "the close that the screen shows for it", unit="USD"),
    AnswerField("close", FieldType.NUMBER, "its close on that day", unit="USD"),
    AnswerField("value", FieldType.NUMBER, "the value of the shares with the right close", unit="USD"),
    AnswerField(
        "difference", FieldType.NUMBER, "how far the shown value is from it, without a sign", unit="USD"
    ),
    AnswerField("feeds", FieldType.NAME, "the feeds whose lamp is not green", many=True),
))  # fmt: skip


def _plan(case: Case, *, reads: bool) -> Plan:
    read: Sequence[CallResult] = ()
    if reads:
        read = yield [call("ocr/perform_ocr", input_data=case.photo)]
        shown = [text for row in case.rows for text in (row.ticker, f"{row.close:.2f}")]
        require_text(read[0], [*shown, case.day.isoformat()])
    found = yield [
        call(
            "yahoo-finance/get_historical_stock_prices",
            *read,
            ticker=row.ticker,
            start_date=case.day.isoformat(),
            end_date=(case.day + timedelta(days=1)).isoformat(),
        )
        for row in case.rows
    ]
    require(all(each.data["prices"] for each in found), "a share was not traded")
    closes = [float(each.data["prices"][0]["close"]) for each in found]
    wrong = [place for place, row in enumerate(case.rows) if not _CENT.fits(row.close, closes[place])]
    require(len(wrong) == 1, "not exactly one close is wrong")
    return _solution(case, wrong[0], closes[wrong[0]])


def _solution(case: Case, place: int, close: float) -> Solution:
    row = case.rows[place]
    value = round(case.value + row.units * (close - row.close), 2)
    gap = round(abs(case.value - value), 2)
    answer = (
        f"{row.ticker} is wrong: the screen shows {row.close:.2f}, but it closed at {close:.2f} on "
        f"{case.day.isoformat()}. The shares are worth ${value:,.2f}, ${gap:,.2f} away from what is shown. "
        f"Not green: {join(case.late)}."
    )
    return Solution(
        answer=answer,
        fields={
            "ticker": Expected(row.ticker, grounds=(close,)),
            "shown": Expected(row.close, tolerance=_CENT),
            "close": Expected(close, tolerance=_CENT),
            "value": Expected(value, tolerance=_DIME, grounds=(close,)),
            "difference": Expected(gap, tolerance=_DIME, grounds=(close, row.close)),
            "feeds": Expected(items=tuple(Expected(feed) for feed in case.late)),
        },
    )


FAMILY = Family(
    number=102,
    name="dashboard_check",
    title="Dashboard Check",
    goal="Find the wrong price on a screen by looking up all of them, and correct the value.",
    make=make,
)
