"""(24) Stock Growth Estimation: choose one share of a list, and write its estimate on the picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.checks import Check, Expected, NoStrayFiles, PictureChangedOnly, Tolerance
from m3bench.suites import CallResult, Plan, Solution, call
from m3bench_suites.builders.m3._shared.pictures import find_picture, scene_numbers
from m3bench_suites.builders.m3._shared.results import require_text
from m3bench_suites.builders.m3.family import ScenePicture, TaskDraw, Turn, m3_family
from m3bench_suites.builders.tasks import TaskSpec, require

if TYPE_CHECKING:
    from m3bench_world.scenes import Scene

_SIZES = ("currentPrice", "marketCap")
_CLEAR = 1.004
"""Minimum ratio between a share and the next one."""
_LEAST_RATINGS = 4
_STOP = Turn(4, of=7)
"""In this task, the estimate is too low to be written on the picture."""
_FILES = ("growth.png", "outlook.png", "annotated.png", "estimate.png")


class Case(msgspec.Struct, frozen=True):
    picture: ScenePicture
    tickers: tuple[str, ...]
    size: str
    """The field by which the best shares are kept."""
    kept: int
    first: date
    last: date
    months: int
    weight: int
    """Points for a share of upgrades of 1."""
    file: str
    least: int | None = None
    """Minimum estimate in percent for the picture."""

    @property
    def days(self) -> str:
        return f"{self.first.isoformat()} to {self.last.isoformat()}"


def stock_growth_estimation(draw: TaskDraw) -> TaskSpec:
    size = draw.pick(_SIZES, "size")
    screen = find_picture(
        draw, draw.photo_name(), "watchlist", lambda scene: _suits(draw, scene), numbers=scene_numbers(draw)
    )
    tickers = tuple(screen.scene.facts["tickers"])
    first = _weekday(date(2024, 2, 1) + timedelta(days=draw.whole(0, 480, "first day")))
    case = Case(
        screen,
        tickers,
        size,
        3 if len(tickers) > 4 and draw.whole(0, 1, "kept") else 2,
        first,
        first + timedelta(days=draw.whole(2, 7, "length")),
        draw.pick((3, 6, 6, 12), "months"),
        draw.pick((5, 10, 10, 20), "weight"),
        draw.pick(_FILES, "file"),
    )
    case = msgspec.structs.replace(case, least=_least(draw, case))
    return TaskSpec(
        words={
            "photo": screen.name,
            "condition": case.least,
            "kept": case.kept,
            "size": size,
            "first": first,
            "last": case.last,
            "weight": case.weight,
            "months": case.months,
            "file": case.file,
        },
        plans=(partial(_plan, case, read=True), partial(_plan, case, read=False)),
        pictures=(screen.picture,),
        extra={
            "solvable": not draw.is_turn(_STOP),
            **({} if draw.is_turn(_STOP) else {"writes": [case.file]}),
        },
        key_facts=tuple(screen.scene.facts["names"]),
    )


def _suits(draw: TaskDraw, scene: Scene) -> bool:
    """Return whether the list fits. In half of the tasks one share is marked as sold."""
    return len(scene.facts["tickers"]) >= 3 and bool(scene.facts["sold"]) == bool(draw.whole(0, 1, "sold"))


def _least(draw: TaskDraw, case: Case) -> int | None:
    """Draw a minimum estimate: out of reach if the task should stop, else met, or None."""
    gain, slack = _gain(draw, case), draw.whole(2, 8, "slack")
    if draw.is_turn(_STOP):
        return math.ceil(gain) + case.weight + slack
    return math.floor(gain) - slack if draw.whole(0, 1, "condition") else None


def _gain(draw: TaskDraw, case: Case) -> float:
    """Return how many percent the price of the chosen share is above its average."""
    stock_market = draw.world.stock_market
    figures = {ticker: stock_market.figures(stock_market.find(ticker)) for ticker in case.tickers}
    kept = _ahead({ticker: known[case.size] for ticker, known in figures.items()}, case.kept)
    end = case.last + timedelta(days=1)
    closes = {
        ticker: [
            row.quote.close
            for row in stock_market.history(stock_market.find(ticker), "1d", case.first, end, 100)[0]
        ]
        for ticker in kept
    }
    require(all(closes.values()), "there was no trading.")
    averages = {ticker: math.fsum(prices) / len(prices) for ticker, prices in closes.items()}
    (best,) = _ahead(averages, 1)
    price: float = figures[best]["currentPrice"]
    return 100 * (price - averages[best]) / averages[best]


def _weekday(day: date) -> date:
    return day - timedelta(days=max(0, day.weekday() - 4))


def _plan(case: Case, *, read: bool) -> Plan:
    ocr: list[CallResult] = []
    if read:
        ocr = list((yield [call("ocr/perform_ocr", input_data=case.picture.name)]))
        require_text(ocr[0], list(case.tickers))
    infos = yield [call("yahoo-finance/get_stock_info", *ocr, ticker=ticker) for ticker in case.tickers]
    kept = _ahead({info.data["symbol"]: info.data[case.size] for info in infos}, case.kept)
    histories = yield [
        call(
            "yahoo-finance/get_historical_stock_prices",
            *infos,
            ticker=ticker,
            start_date=case.first.isoformat(),
            end_date=(case.last + timedelta(days=1)).isoformat(),
        )
        for ticker in kept
    ]
    closes = {
        history.data["ticker"]: [row["close"] for row in history.data["prices"]] for history in histories
    }
    averages = {ticker: _average(prices) for ticker, prices in closes.items()}
    (best,) = _ahead(averages, 1)
    (ratings,) = yield [
        call(
            "yahoo-finance/get_recommendations",
            *histories,
            ticker=best,
            recommendation_type="upgrades_downgrades",
            months_back=case.months,
        )
    ]
    info = infos[case.tickers.index(best)]
    return (yield from _write_estimate(case, info, closes[best], ratings))


def _ahead(sizes: dict[str, float], count: int) -> list[str]:
    """Return the names of the largest. Raise `PlanError` if the last is not clearly larger than the next."""
    ranked = sorted(sizes, key=lambda name: -sizes[name])
    if len(ranked) > count:
        require(sizes[ranked[count - 1]] > sizes[ranked[count]] * _CLEAR, "two shares are about equal.")
    return ranked[:count]


def _average(closes: Sequence[float]) -> float:
    require(closes, "there was no trading.")
    return math.fsum(closes) / len(closes)


def _write_estimate(case: Case, info: CallResult, closes: Sequence[float], ratings: CallResult) -> Plan:
    """Compute the estimate, and write it on the picture if it is high enough."""
    average = _average(closes)
    rated = ratings.data["rows"]
    require(len(rated) >= _LEAST_RATINGS, "there are too few ratings.")
    require(len(rated) == ratings.data["count"], "not all ratings were listed.")
    ratio = sum(row["action"] == "up" for row in rated) / len(rated)
    price = info.data["currentPrice"]
    growth = 100 * (price - average) / average + case.weight * ratio
    fields = _fields(info.data, closes, (average, ratio, growth), str(rated[0]["firm"]))
    if case.least is not None and growth < case.least:
        answer = (
            f"{_describe(case, info.data, (average, ratio, growth))} That is less than {case.least} percent."
        )
        return Solution(answer, (NoStrayFiles(),), fields | {"picture": Expected()})
    left, top, _, _ = case.picture.scene.facts["free"]
    text = f"{info.data['symbol']}: expected growth {growth:.2f}%"
    note = {
        "text": text,
        "x": left + 20,
        "y": top + 70,
        "font_scale": 1.2,
        "color": [0, 0, 255],
        "thickness": 2,
    }
    yield [
        call(
            "imagesorcery-mcp/draw_texts",
            info,
            ratings,
            input_path=case.picture.name,
            texts=[note],
            output_path=case.file,
        )
    ]
    answer = f"{_describe(case, info.data, (average, ratio, growth))} It is written on {case.file}."
    return Solution(answer, _checks(case), fields | {"picture": Expected(case.file, grounds=())})


def _describe(case: Case, info: dict[str, Any], figures: Sequence[float]) -> str:
    average, ratio, growth = figures
    return (
        f"{info['symbol']} ({info['longName']}) comes out ahead. Price now: ${info['currentPrice']:.2f}. "
        f"Average close from {case.days}: ${average:.4f}. Share of upgrades: {ratio:.4f}. Growth estimate: "
        f"{growth:.4f} percent."
    )


def _fields(
    info: dict[str, Any], closes: Sequence[float], figures: Sequence[float], firm: str
) -> dict[str, Expected]:
    """Return the expected fields. `firm` gave one of the ratings, and grounds the share of upgrades."""
    average, ratio, growth = figures
    price = info["currentPrice"]
    return {
        "ticker": Expected(info["symbol"], also=(info["longName"],)),
        "price": Expected(price, tolerance=Tolerance(absolute=0.006)),
        "average_close": Expected(
            round(average, 4), tolerance=Tolerance(absolute=0.011), grounds=tuple(closes)
        ),
        "upgrade_share": Expected(
            round(ratio, 4),
            also=(round(100 * ratio, 2),),
            tolerance=Tolerance(absolute=0.006, relative=0.02),
            grounds=(firm,),
        ),
        "growth": Expected(round(growth, 4), tolerance=Tolerance(absolute=0.06), grounds=(price, firm)),
    }


def _checks(case: Case) -> tuple[Check, ...]:
    free = _box(case.picture.scene.facts["free"])
    return (
        PictureChangedOnly(case.file, case.picture.name, (free,), least_inside=0.004),
        NoStrayFiles((case.file,)),
    )


def _box(edges: Sequence[float]) -> tuple[float, float, float, float]:
    left, top, right, bottom = edges
    return left, top, right, bottom


FAMILY = m3_family(
    number=24,
    name="stock_growth_estimation",
    title="Stock Growth Estimation",
    goal="Estimate the growth of the best share of a list and write it on the picture.",
    servers=("ocr", "yahoo-finance", "imagesorcery-mcp"),
    level="L3",
    tasks=(stock_growth_estimation,),
)
