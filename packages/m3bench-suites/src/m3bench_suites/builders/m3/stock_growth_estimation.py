"""(24) Stock Growth Estimation: choose one share of a list, and write its estimate on the picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.checks import Check, Expected, NoStrayFiles, PictureChangedOnly, Tolerance
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.suites import Blueprint, CallResult, Plan, Solution, call
from m3bench_suites.builders.m3._shared.pictures import find_picture, scene_numbers
from m3bench_suites.builders.m3._shared.results import require, require_text
from m3bench_suites.builders.m3.family import Family, ScenePicture, TaskDraw

if TYPE_CHECKING:
    from m3bench_world.scenes import Scene

_SIZES = {"currentPrice": "the highest price now", "marketCap": "the largest market value"}
_CLEAR = 1.004
"""Minimum ratio between a share and the next one."""
_LEAST_RATINGS = 4
_STOP_EVERY = 7
"""In one task in this many, the estimate is too low to be written on the picture."""
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
    def condition(self) -> str:
        if self.least is None:
            return ""
        return f" Make the picture only if the estimate is {self.least} percent or more."

    @property
    def days(self) -> str:
        return f"{self.first.isoformat()} to {self.last.isoformat()}"


def make(draw: TaskDraw) -> Blueprint:
    size = draw.pick(tuple(_SIZES), "size")
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
    return Blueprint(
        id=draw.id,
        family="Stock Growth Estimation",
        request=_request(draw, case),
        fuzzy_request=_fuzzy(draw, case),
        servers=("ocr", "yahoo-finance", "imagesorcery-mcp"),
        form=_FORM,
        plans=(lambda: _plan(case, read=True), lambda: _plan(case, read=False)),
        pictures=(screen.picture,),
        level="L3",
        extra={
            "modalities": ["text", "image"],
            "solvable": not _is_stop(draw),
            **({} if _is_stop(draw) else {"writes": [case.file]}),
        },
        key_facts=tuple(screen.scene.facts["names"]),
    )


def _suits(draw: TaskDraw, scene: Scene) -> bool:
    """Return whether the list fits. In half of the tasks one share is marked as sold."""
    return len(scene.facts["tickers"]) >= 3 and bool(scene.facts["sold"]) == bool(draw.whole(0, 1, "sold"))


_FORM = AnswerForm(
    (
        AnswerField("ticker", FieldType.NAME, "the ticker of the share that comes out ahead"),
        AnswerField("price", FieldType.NUMBER, "its price now", unit="USD"),
        AnswerField("average_close", FieldType.NUMBER, "its average close on the days asked for", unit="USD"),
        AnswerField("upgrade_share", FieldType.NUMBER, "the share of upgrades among its ratings, 0 to 1"),
        AnswerField("growth", FieldType.NUMBER, "the growth estimate", unit="percent"),
        AnswerField("picture", FieldType.NAME, "the file of the picture; null if none is to be made"),
    )
)


def _is_stop(draw: TaskDraw) -> bool:
    return draw.number % _STOP_EVERY == 4


def _least(draw: TaskDraw, case: Case) -> int | None:
    """Draw a minimum estimate: out of reach if the task should stop, else met, or None."""
    gain, slack = _gain(draw, case), draw.whole(2, 8, "slack")
    if _is_stop(draw):
        return math.ceil(gain) + case.weight + slack
    return math.floor(gain) - slack if draw.whole(0, 1, "condition") else None


def _gain(draw: TaskDraw, case: Case) -> float:
    """Return how many percent the price of the chosen share is above its average."""
    stock_market = draw.world.stock_market
    figures = {ticker: stock_market.figures(stock_market.find(ticker)) for ticker in case.tickers}
    kept = _ahead({ticker: each[case.size] for ticker, each in figures.items()}, case.kept)
    end = case.last + timedelta(days=1)
    closes = {
        ticker: [
            row.quote.close
            for row in stock_market.history(stock_market.find(ticker), "1d", case.first, end, 100)[0]
        ]
        for ticker in kept
    }
    require(all(closes.values()), "there was no trading")
    averages = {ticker: math.fsum(each) / len(each) for ticker, each in closes.items()}
    (best,) = _ahead(averages, 1)
    price: float = figures[best]["currentPrice"]
    return 100 * (price - averages[best]) / averages[best]


def _weekday(day: date) -> date:
    return day - timedelta(days=max(0, day.weekday() - 4))


def _request(draw: TaskDraw, case: Case) -> str:
    return draw.phrased(
        "{photo} is my list of shares. Of those that still count, keep the {kept} with {size}. Of these, "
        "take the one with the highest average close on the trading days from {first} to {last}, both "
        "included. Its growth estimate is 100 × (price now − that average) ÷ that average, plus {weight} × "
        "the share of upgrades among all analyst ratings of the last {months} months. Write the estimate in "
        "percent into the free space at the foot of the picture, save it as {file}, and tell me the ticker, "
        "price now, average close, share of upgrades (as a decimal) and the estimate.{condition}",
        "Please find the most promising share on {photo}: among those that still count, the "
        "{kept} with {size}. Of those, the one whose average close from {first} through {last} is "
        "highest. For it, compute how many percent the price now is above that average and add {weight} "
        "times the fraction of the last {months} months' analyst ratings that are upgrades. Put the result, "
        "in percent, on the picture below the list (file {file}). Report ticker, price now, average close, "
        "fraction of upgrades (0 to 1), estimate.{condition}",
        "For our investment club: look at the shares in {photo}, leave out what does not count any more, "
        "keep the {kept} with {size}, and of them the one with the best average close between {first} and "
        "{last} (inclusive). Estimate its growth as the gain of today's price over that average in percent "
        "plus {weight} × (upgrades ÷ all ratings of analysts in the last {months} months). I need the "
        "ticker, both prices, the ratio (0 to 1) and the estimate, and a copy of the picture named {file} "
        "with the estimate in percent written into its empty part.{condition}",
        photo=case.picture.name,
        condition=case.condition,
        kept=case.kept,
        size=_SIZES[case.size],
        first=case.first.isoformat(),
        last=case.last.isoformat(),
        weight=case.weight,
        months=case.months,
        file=case.file,
    )


def _fuzzy(draw: TaskDraw, case: Case) -> str:
    size = "dearest" if case.size == "currentPrice" else "biggest by market value"
    return draw.phrased(
        "How much might the best share on my list in {photo} grow? Leave out the sold one if there is "
        "one. Take the {kept} {size}, then whichever closed highest on average from {first} till {last}; "
        "its gain since then in percent, plus {weight} points times the part of the last {months} months' "
        "analyst ratings that were upgrades. Scribble the percentage into the blank part of the picture "
        "({file}) and tell me the figures: price now, average close, that part (as a decimal).{condition}",
        "Quick guess on growth for {photo}: of the shares that count, the {kept} {size}; out of those "
        "the one with the best mean close {first} to {last}. Gain over that mean in percent, plus {weight} "
        "× upgrades per analyst rating in the past {months} months. Note it on a copy of the picture, "
        "{file}, where there is room, and give me ticker, prices, ratio (0 to 1) and result.{condition}",
        "Pick from the shares in {photo} (not what has been sold): {kept} {size}, then the highest "
        "average close in {first} to {last}. What is it up by since, in percent, with {weight} times the "
        "upgrade ratio of {months} months of analyst ratings on top? Please write that under the list in "
        "{file} and list price, average and ratio (0 to 1).{condition}",
        photo=case.picture.name,
        condition=case.condition,
        kept=case.kept,
        size=size,
        first=case.first.isoformat(),
        last=case.last.isoformat(),
        weight=case.weight,
        months=case.months,
        file=case.file,
    )


def _plan(case: Case, *, read: bool) -> Plan:
    ocr: list[CallResult] = []
    if read:
        ocr = list((yield [call("ocr/perform_ocr", input_data=case.picture.name)]))
        require_text(ocr[0], list(case.tickers))
    infos = yield [call("yahoo-finance/get_stock_info", *ocr, ticker=ticker) for ticker in case.tickers]
    kept = _ahead({each.data["symbol"]: each.data[case.size] for each in infos}, case.kept)
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
    closes = {each.data["ticker"]: [row["close"] for row in each.data["prices"]] for each in histories}
    averages = {ticker: _average(each) for ticker, each in closes.items()}
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
        require(sizes[ranked[count - 1]] > sizes[ranked[count]] * _CLEAR, "two shares are about equal")
    return ranked[:count]


def _average(closes: Sequence[float]) -> float:
    require(closes, "there was no trading")
    return math.fsum(closes) / len(closes)


def _write_estimate(case: Case, info: CallResult, closes: Sequence[float], ratings: CallResult) -> Plan:
    """Compute the estimate, and write it on the picture if it is high enough."""
    average = _average(closes)
    rated = ratings.data["rows"]
    require(len(rated) >= _LEAST_RATINGS, "there are too few ratings")
    require(len(rated) == ratings.data["count"], "not all ratings were listed")
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


FAMILY = Family(
    number=24,
    name="stock_growth_estimation",
    title="Stock Growth Estimation",
    goal="Estimate the growth of the best share of a list and write it on the picture.",
    make=make,
)
