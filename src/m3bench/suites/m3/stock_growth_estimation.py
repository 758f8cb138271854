"""(24) Stock Growth Estimation: narrow a list of shares down to one, and write its outlook on the picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

import msgspec

from m3bench.checks import (
    AnswerNames,
    AnswerNumber,
    Called,
    Claims,
    NoStrayFiles,
    PictureChangedOnly,
    Tolerance,
)
from m3bench.suites.m3._shared.claiming import measured
from m3bench.suites.m3._shared.finding import fitting, read_all, sure
from m3bench.suites.m3.family import Family, Lot, Pictured
from m3bench.suites.planning import Blueprint, Found, Plan, Solution, want

_SIZES = {"currentPrice": "the highest price now", "marketCap": "the largest market value"}
_CLEAR = 1.004
"""How many times more than the next one a share must have to be ahead of it."""
_LEAST_RATINGS = 4
_FILES = ("growth.png", "outlook.png", "annotated.png", "estimate.png")


class Ask(msgspec.Struct, frozen=True):
    picture: Pictured
    tickers: tuple[str, ...]
    size: str
    """By which field the best are kept."""
    kept: int
    first: date
    last: date
    months: int
    weight: int
    """Points for a share of upgrades of 1."""
    file: str

    @property
    def days(self) -> str:
        return f"{self.first.isoformat()} to {self.last.isoformat()}"


def make(lot: Lot) -> Blueprint:
    size = lot.pick(tuple(_SIZES), "size")
    screen = fitting(lot, "screen.png", "watchlist", lambda scene: len(scene.facts["tickers"]) >= 3)
    tickers = tuple(screen.scene.facts["tickers"])
    first = _weekday(date(2024, 2, 1) + timedelta(days=lot.whole(0, 480, "first day")))
    ask = Ask(
        screen,
        tickers,
        size,
        3 if len(tickers) > 4 and lot.whole(0, 1, "kept") else 2,
        first,
        first + timedelta(days=lot.whole(2, 7, "length")),
        lot.pick((3, 6, 6, 12), "months"),
        lot.pick((5, 10, 10, 20), "weight"),
        lot.pick(_FILES, "file"),
    )
    return Blueprint(
        id=lot.id,
        family="Stock Growth Estimation",
        request=_request(lot, ask),
        fuzzy_request=_fuzzy(lot, ask),
        servers=("ocr", "yahoo-finance", "imagesorcery-mcp"),
        plans=(lambda: _plan(ask, read=True), lambda: _plan(ask, read=False)),
        pictures=(screen.picture,),
        level="L3",
        extra={"modalities": ["text", "image"], "writes": [ask.file]},
        key_facts=tuple(screen.scene.facts["names"]),
    )


def _weekday(day: date) -> date:
    return day - timedelta(days=max(0, day.weekday() - 4))


def _request(lot: Lot, ask: Ask) -> str:
    return lot.phrased(
        "screen.png is my list of shares. Of those that still count, keep the {kept} with {size}. Of these, "
        "take the one with the highest average close on the trading days from {first} to {last}, both "
        "included. Its growth estimate is 100 × (price now − that average) ÷ that average, plus {weight} × "
        "the share of upgrades among all analyst ratings of the last {months} months. Write the estimate in "
        "percent into the free space at the foot of the picture, save it as {file}, and tell me the ticker, "
        "price now, average close, share of upgrades (as a decimal) and the estimate.",
        "Please find the most promising share on screen.png. Step one: among the shares that still count, "
        "the {kept} with {size}. Of those, the one whose average close from {first} through {last} is "
        "highest. For it, compute how many percent the price now is above that average and add {weight} "
        "times the fraction of the last {months} months' analyst ratings that are upgrades. Put the result, "
        "in percent, on the picture below the list (file {file}). Report ticker, price now, average close, "
        "fraction of upgrades (0 to 1), estimate.",
        "For our investment club: look at the shares in screen.png, leave out what does not count any more, "
        "keep the {kept} with {size}, and of them the one with the best average close between {first} and "
        "{last} (inclusive). Estimate its growth as the gain of today's price over that average in percent "
        "plus {weight} × (upgrades ÷ all ratings of analysts in the last {months} months). I need the "
        "ticker, both prices, the ratio (0 to 1) and the estimate, and a copy of the picture named {file} "
        "with the estimate in percent written into its empty part.",
        kept=ask.kept,
        size=_SIZES[ask.size],
        first=ask.first.isoformat(),
        last=ask.last.isoformat(),
        weight=ask.weight,
        months=ask.months,
        file=ask.file,
    )


def _fuzzy(lot: Lot, ask: Ask) -> str:
    size = "dearest" if ask.size == "currentPrice" else "biggest by market value"
    return lot.phrased(
        "How much might the best share on my list in screen.png grow? Leave out the sold one if there is "
        "one. Take the {kept} {size}, then whichever closed highest on average from {first} till {last}; "
        "its gain since then in percent, plus {weight} points times the part of the last {months} months' "
        "analyst ratings that were upgrades. Scribble the percentage into the blank part of the picture "
        "({file}) and tell me the figures: price now, average close, that part (as a decimal).",
        "Quick guess on growth for screen.png: of the shares that count, the {kept} {size}; out of those "
        "the one with the best mean close {first} to {last}. Gain over that mean in percent, plus {weight} "
        "× upgrades per analyst rating in the past {months} months. Note it on a copy of the picture, "
        "{file}, where there is room, and give me ticker, prices, ratio (0 to 1) and result.",
        "Pick from the shares in screen.png (not what has been sold): {kept} {size}, then the highest "
        "average close in {first} to {last}. What is it up by since, in percent, with {weight} times the "
        "upgrade ratio of {months} months of analyst ratings on top? Please write that under the list in "
        "{file} and list price, average and ratio (0 to 1).",
        kept=ask.kept,
        size=size,
        first=ask.first.isoformat(),
        last=ask.last.isoformat(),
        weight=ask.weight,
        months=ask.months,
        file=ask.file,
    )


def _plan(ask: Ask, *, read: bool) -> Plan:
    looked: list[Found] = []
    if read:
        looked = list((yield [want("ocr/perform_ocr", input_data=ask.picture.name)]))
        read_all(looked[0], list(ask.tickers))
    infos = yield [want("yahoo-finance/get_stock_info", *looked, ticker=ticker) for ticker in ask.tickers]
    kept = _ahead({each.data["symbol"]: each.data[ask.size] for each in infos}, ask.kept)
    histories = yield [
        want(
            "yahoo-finance/get_historical_stock_prices",
            *infos,
            ticker=ticker,
            start_date=ask.first.isoformat(),
            end_date=(ask.last + timedelta(days=1)).isoformat(),
        )
        for ticker in kept
    ]
    averages = {each.data["ticker"]: _average(each) for each in histories}
    (best,) = _ahead(averages, 1)
    (ratings,) = yield [
        want(
            "yahoo-finance/get_recommendations",
            *histories,
            ticker=best,
            recommendation_type="upgrades_downgrades",
            months_back=ask.months,
        )
    ]
    info = infos[ask.tickers.index(best)]
    return (yield from _written(ask, info, averages[best], ratings))


def _ahead(sizes: dict[str, float], count: int) -> list[str]:
    """The names of the largest, where the last of them is clearly larger than the next."""
    ranked = sorted(sizes, key=lambda name: -sizes[name])
    if len(ranked) > count:
        sure(sizes[ranked[count - 1]] > sizes[ranked[count]] * _CLEAR, "two shares are about equal")
    return ranked[:count]


def _average(found: Found) -> float:
    closes = [row["close"] for row in found.data["prices"]]
    sure(closes, "there was no trading")
    return math.fsum(closes) / len(closes)


def _written(ask: Ask, info: Found, average: float, ratings: Found) -> Plan:
    """Works the estimate out and writes it on the picture."""
    rated = ratings.data["rows"]
    sure(len(rated) >= _LEAST_RATINGS, "there are too few ratings")
    sure(len(rated) == ratings.data["count"], "not all ratings were listed")
    ratio = sum(row["action"] == "up" for row in rated) / len(rated)
    price = info.data["currentPrice"]
    growth = 100 * (price - average) / average + ask.weight * ratio
    left, top, _, _ = ask.picture.scene.facts["free"]
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
        want(
            "imagesorcery-mcp/draw_texts",
            info,
            ratings,
            input_path=ask.picture.name,
            texts=[note],
            output_path=ask.file,
        )
    ]
    return _solution(ask, info.data, (average, ratio, growth))


def _solution(ask: Ask, info: dict[str, Any], figures: Sequence[float]) -> Solution:
    average, ratio, growth = figures
    ticker, price = info["symbol"], info["currentPrice"]
    answer = (
        f"{ticker} ({info['longName']}) comes out ahead. Price now: ${price:.2f}. Average close from "
        f"{ask.days}: ${average:.4f}. Share of upgrades: {ratio:.4f}. Growth estimate: {growth:.4f} "
        f"percent. It is written on {ask.file}."
    )
    claims = (
        measured("the price now", price, absolute=0.006),
        measured("the average close", average, absolute=0.011),
        measured("the share of upgrades", ratio, absolute=0.006),
        measured("the growth estimate", growth, absolute=0.06),
    )
    return Solution(
        answer=answer,
        checks=(
            AnswerNames(all_of=(ticker,)),
            AnswerNumber(value=growth, tolerance=Tolerance(absolute=0.06)),
            Claims(claims),
            PictureChangedOnly(
                ask.file, ask.picture.name, (_box(ask.picture.scene.facts["free"]),), least_inside=0.004
            ),
            NoStrayFiles((ask.file,)),
            Called("yahoo-finance/get_recommendations", {"ticker": ticker}),
        ),
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
