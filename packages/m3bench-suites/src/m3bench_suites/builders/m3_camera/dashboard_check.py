"""Dashboard Check: find the wrong price on a screen by looking up all of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from m3bench.checks import Expected, Tolerance
from m3bench.core.text import join
from m3bench.suites import CallResult, Plan, Solution, call
from m3bench_suites.builders.m3._shared.results import require_text
from m3bench_suites.builders.m3.family import TaskDraw, m3_family
from m3bench_suites.builders.m3_camera._shared.pictures import find_legible, plans_by_level
from m3bench_suites.builders.tasks import TaskSpec, require

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


def dashboard_check(draw: TaskDraw) -> TaskSpec:
    photo = find_legible(draw, "dashboard", _suits)
    facts = photo.scene.facts
    case = Case(
        photo=photo.name,
        day=date.fromisoformat(facts["date"]),
        rows=tuple(Row(row["ticker"], row["units"], row["shown"]) for row in facts["rows"]),
        late=tuple(feed for feed, state in facts["feeds"].items() if state != "OK"),
    )
    return TaskSpec(
        words={"photo": case.photo},
        plans=plans_by_level(draw, partial(_plan, case, reads=True), partial(_plan, case, reads=False)),
        pictures=(photo.picture,),
        key_facts=(*(row.ticker for row in case.rows), facts["date"]),
    )


def _suits(scene: Scene) -> bool:
    states = list(scene.facts["feeds"].values())
    return 0 < states.count("OK") < len(states)


def _plan(case: Case, *, reads: bool) -> Plan:
    read: Sequence[CallResult] = ()
    if reads:
        read = yield [call("ocr/perform_ocr", input_data=case.photo)]
        shown = [text for row in case.rows for text in (row.ticker, f"{row.close:.2f}")]
        require_text(read[0], [*shown, case.day.isoformat()])
    results = yield [
        call(
            "yahoo-finance/get_historical_stock_prices",
            *read,
            ticker=row.ticker,
            start_date=case.day.isoformat(),
            end_date=(case.day + timedelta(days=1)).isoformat(),
        )
        for row in case.rows
    ]
    require(all(result.data["prices"] for result in results), "a share was not traded.")
    closes = [float(result.data["prices"][0]["close"]) for result in results]
    wrong = [index for index, row in enumerate(case.rows) if not _CENT.fits(row.close, closes[index])]
    require(len(wrong) == 1, "not exactly one close is wrong.")
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


FAMILY = m3_family(
    number=102,
    name="dashboard_check",
    title="Dashboard Check",
    goal="Find the wrong price on a screen by looking up all of them, and correct the value.",
    servers=("ocr", "yahoo-finance"),
    level="L2",
    tasks=(dashboard_check,),
)
