"""Holdings Chart: read amounts off a chart of shares, and work out what they are worth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.checks import Check, Expected, FileExists, NoStrayFiles, SheetCells, Tolerance
from m3bench.suites import Plan, Solution, call
from m3bench_suites.builders.m3._shared.office import Workbook
from m3bench_suites.builders.m3.family import TaskDraw, m3_family
from m3bench_suites.builders.m3_camera._shared.pictures import find_legible
from m3bench_suites.builders.tasks import TaskSpec, require

if TYPE_CHECKING:
    from m3bench_world.scenes import Scene

_FORMS = ("bars", "grouped bars", "lines", "ring")
_CENT = Tolerance(absolute=0.006)
_FIELDS = (
    "positions.ticker", "positions.shares", "positions.price", "positions.value", "largest", "total",
)  # fmt: skip
_RING_FIELDS = (
    "positions.ticker", "positions.percent", "positions.price", "positions.shares", "largest",
)  # fmt: skip
_BOOKS = ("holdings.xlsx", "depot.xlsx", "positions.xlsx")


class Case(msgspec.Struct, frozen=True):
    photo: str
    form: str
    held: dict[str, float]
    """Shares, or percent of the value, by ticker."""
    tolerance: float
    worth: int
    """What a ring is worth in dollars."""
    book: Workbook | None

    @property
    def is_ring(self) -> bool:
        return self.form == "ring"

    def amount(self, shown: float, price: float) -> float:
        """Return the value of a position, or for a ring its number of shares."""
        return shown * self.worth / 100 / price if self.is_ring else shown * price

    def slack(self, price: float) -> float:
        return self.amount(self.tolerance, price)


def holdings_chart(draw: TaskDraw) -> TaskSpec:
    form = _FORMS[draw.number % len(_FORMS)]
    photo = find_legible(draw, "chart", partial(_suits, draw, form))
    scene = photo.scene
    case = Case(
        photo=photo.name,
        form=form,
        held=_held(scene),
        tolerance=scene.facts["axis"]["tolerance"],
        worth=_worth(draw),
        book=Workbook(draw.pick(_BOOKS, "book"), "Depot") if draw.number % 2 == 0 else None,
    )
    kind = "ring" if case.is_ring else "shares"
    return TaskSpec(
        words={
            **dict.fromkeys(("subject", "amounts", "slack", "result", "most", "shares"), kind),
            "photo": case.photo,
            "which": form if form in ("grouped bars", "lines") else None,
            "worth": case.worth,
            "tolerance": case.tolerance,
            "total": not case.is_ring,
            "book": case.book and case.book.file,
            "column": _column(case),
        },
        fields=_RING_FIELDS if case.is_ring else _FIELDS,
        servers=("ocr", "yahoo-finance", *(("excel",) if case.book else ())),
        plans=(partial(_plan, case),),
        pictures=(photo.picture,),
        modalities=("text", "image", *(["spreadsheet"] if case.book else [])),
        shown=tuple(f"{ticker} {value:g}" for ticker, value in case.held.items()),
        key_facts=tuple(case.held),
    )


def _held(scene: Scene) -> dict[str, float]:
    facts, form = scene.facts, scene.facts["form"]
    series = facts["series"]
    if form in ("lines", "ring"):
        return {line["name"]: line["values"][-1] for line in series}
    return dict(zip(facts["categories"], series[-1]["values"], strict=True))


def _worth(draw: TaskDraw) -> int:
    return 1000 * draw.whole(18, 95, "worth")


def _suits(draw: TaskDraw, form: str, scene: Scene) -> bool:
    """Return whether the chart has the form, no labels, and one position that is clearly the largest."""
    if scene.facts["form"] != form or scene.facts["labelled"]:
        return False
    market, held = draw.world.stock_market, _held(scene)
    prices = {ticker: market.figures(market.find(ticker))["currentPrice"] for ticker in held}
    case = Case("", form, held, scene.facts["axis"]["tolerance"], _worth(draw), None)
    ranked = sorted(held, key=lambda ticker: -case.amount(held[ticker], prices[ticker]))
    first, second = (
        (case.amount(held[ticker], prices[ticker]), case.slack(prices[ticker])) for ticker in ranked[:2]
    )
    return first[0] - first[1] > second[0] + second[1]


def _column(case: Case) -> str:
    return "Percent" if case.is_ring else "Shares"


def _plan(case: Case) -> Plan:
    results = yield [call("yahoo-finance/get_stock_info", ticker=ticker) for ticker in case.held]
    prices = {result.data["symbol"]: float(result.data["currentPrice"]) for result in results}
    require(set(prices) == set(case.held), "a share was not found.")
    if case.book:
        rows = [(ticker, shown, prices[ticker]) for ticker, shown in case.held.items()]
        (made,) = yield [case.book.create(*results)]
        yield [case.book.write([("Ticker", _column(case), "Price"), *rows], made, *results)]
    return Solution(_answer(case, prices), _checks(case, prices), _expected(case, prices))


def _answer(case: Case, prices: dict[str, float]) -> str:
    unit, result = ("percent", "shares") if case.is_ring else ("shares", "dollars")
    lines = [
        f"{ticker}: {shown:g} {unit} at ${price:.2f}, {case.amount(shown, price):.2f} {result}."
        for (ticker, shown), price in zip(
            case.held.items(), (prices[ticker] for ticker in case.held), strict=True
        )
    ]
    return " ".join([*lines, f"The largest is {_largest(case, prices)}."])


def _largest(case: Case, prices: dict[str, float]) -> str:
    return max(case.held, key=lambda ticker: case.amount(case.held[ticker], prices[ticker]))


def _expected(case: Case, prices: dict[str, float]) -> dict[str, Expected]:
    read, result = ("percent", "shares") if case.is_ring else ("shares", "value")
    positions: list[dict[str, Expected]] = []
    for ticker, shown in case.held.items():
        price = prices[ticker]
        worth = Tolerance(absolute=round(case.slack(price) + 0.01, 4))
        positions.append({
            "ticker": Expected(ticker),
            read: Expected(shown, tolerance=Tolerance(absolute=case.tolerance)),
            "price": Expected(price, tolerance=_CENT),
            result: Expected(round(case.amount(shown, price), 4), tolerance=worth, grounds=(price,)),
        })  # fmt: skip
    grounds = tuple(prices.values())
    fields = {
        "positions": Expected(rows=tuple(positions)),
        "largest": Expected(_largest(case, prices), grounds=grounds),
    }
    if not case.is_ring:
        total = sum(case.amount(shown, prices[ticker]) for ticker, shown in case.held.items())
        slack = sum(map(case.slack, prices.values()))
        fields["total"] = Expected(
            round(total, 2), tolerance=Tolerance(absolute=round(slack, 2)), grounds=grounds
        )
    return fields


def _checks(case: Case, prices: dict[str, float]) -> tuple[Check, ...]:
    if case.book is None:
        return ()
    file, sheet, read = case.book.file, case.book.sheet, _column(case)
    shown: Sequence[tuple[Any, ...]] = tuple(case.held.items())
    return (
        FileExists(path=file),
        SheetCells(file, sheet, columns=("Ticker", "Price"), rows=tuple(prices.items()), tolerance=_CENT),
        SheetCells(
            file,
            sheet,
            columns=("Ticker", read),
            rows=tuple(shown),
            tolerance=Tolerance(absolute=case.tolerance),
        ),
        NoStrayFiles((file,)),
    )


FAMILY = m3_family(
    number=100,
    name="holdings_chart",
    title="Holdings Chart",
    goal="Read amounts off a chart of shares without labels, and work out what they are worth.",
    level="L2",
    tasks=(holdings_chart,),
)
