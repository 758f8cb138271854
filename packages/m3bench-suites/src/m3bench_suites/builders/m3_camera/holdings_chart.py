"""Holdings Chart: read amounts off a chart of shares, and work out what they are worth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.checks import Check, Expected, FileExists, NoStrayFiles, SheetCells, Tolerance
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.suites import Blueprint, Plan, Solution, call
from m3bench_suites.builders.m3._shared.office import Workbook
from m3bench_suites.builders.m3._shared.results import require
from m3bench_suites.builders.m3.family import Family, TaskDraw
from m3bench_suites.builders.m3_camera._shared.seeing import find_legible

if TYPE_CHECKING:
    from m3bench_world.scenes import Scene

_FORMS = ("bars", "grouped bars", "lines", "ring")
_CENT = Tolerance(absolute=0.006)
_BOOKS = ("holdings.xlsx", "depot.xlsx", "positions.xlsx")
_WHICH = {
    "bars": "",
    "grouped bars": " of the owner whom the legend names last",
    "lines": " at the last month of the chart",
    "ring": "",
}


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


def make(draw: TaskDraw) -> Blueprint:
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
    words = _words(case)
    return Blueprint(
        id=draw.id,
        family=FAMILY.title,
        request=draw.phrased(*_REQUESTS, **words),
        fuzzy_request=draw.phrased(*_FUZZY, **words),
        servers=("ocr", "yahoo-finance", *(("excel",) if case.book else ())),
        form=_form(case),
        plans=(partial(_plan, case),),
        pictures=(photo.picture,),
        level="L2",
        extra={"modalities": ["text", "image", *(["spreadsheet"] if case.book else [])]},
        shown=tuple(f"{ticker} {value:g}" for ticker, value in case.held.items()),
        key_facts=tuple(case.held),
    )


def _held(scene: Scene) -> dict[str, float]:
    facts, form = scene.facts, scene.facts["form"]
    series = facts["series"]
    if form in ("lines", "ring"):
        return {each["name"]: each["values"][-1] for each in series}
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
    first, second = ((case.amount(held[each], prices[each]), case.slack(prices[each])) for each in ranked[:2])
    return first[0] - first[1] > second[0] + second[1]


_REQUESTS = (
    (
        "{photo} is a chart of {subject}. Read off {amounts}{which} as well as you can; {slack} is near "
        "enough. Look up what each share costs now, and tell me for every one its ticker, what you read "
        "off, the price and {result}. Which one has {most}?{total}{book}"
    ),
    (
        "I have our depot only as a picture, {photo}, which shows {subject}. For every share, estimate "
        "{amounts}{which} from the chart ({slack} does not matter), get its price now, and work out "
        "{result}. Name the share with {most}.{total}{book}"
    ),
)
_FUZZY = (
    (
        "What is in the chart {photo} worth looking at today? It shows {subject}. I need {amounts}{which}, "
        "roughly ({slack} is fine), today's price and {result} for every share, and which has {most}."
        "{total}{book}"
    ),
    (
        "Could you go through {photo} for me, {subject}? Eyeball {amounts}{which} ({slack} is all right), "
        "add prices as of now, then {result} each. Who comes out with {most}?{total}{book}"
    ),
)


def _words(case: Case) -> dict[str, str]:
    file = case.book.file if case.book else ""
    return {
        "photo": case.photo,
        "which": _WHICH[case.form],
        "subject": f"how our ${case.worth:,} are spread over shares" if case.is_ring else "shares we hold",
        "amounts": "the percentage of each share" if case.is_ring else "the number of shares",
        "slack": f"{case.tolerance:g} {'percentage points' if case.is_ring else 'shares'} more or less",
        "result": "how many shares that is" if case.is_ring else "what the position is worth",
        "most": "the most shares" if case.is_ring else "the largest value",
        "total": "" if case.is_ring else " I also need the total value.",
        "book": f" Keep it in {file}, sheet Depot, with the columns Ticker, {_column(case)} and Price."
        if case.book
        else "",
    }


def _column(case: Case) -> str:
    return "Percent" if case.is_ring else "Shares"


def _form(case: Case) -> AnswerForm:
    read, result = ("percent", "shares") if case.is_ring else ("shares", "value")
    meanings = {
        "percent": "its percentage, read off the chart",
        "shares": "how many shares that is" if case.is_ring else "the number of shares, read off the chart",
        "value": "what the position is worth now",
    }
    position = (
        AnswerField("ticker", FieldType.NAME, "its ticker"),
        AnswerField(read, FieldType.NUMBER, meanings[read]),
        AnswerField("price", FieldType.NUMBER, "the price of one share now", unit="USD"),
        AnswerField(result, FieldType.NUMBER, meanings[result], unit="USD" if result == "value" else None),
    )
    fields = [
        AnswerField("positions", FieldType.RECORD, "each share asked for", many=True, fields=position),
        AnswerField("largest", FieldType.NAME, f"the ticker with {_words(case)['most']}"),
    ]
    if not case.is_ring:
        fields.append(AnswerField("total", FieldType.NUMBER, "what all of it is worth now", unit="USD"))
    return AnswerForm(tuple(fields))


def _plan(case: Case) -> Plan:
    found = yield [call("yahoo-finance/get_stock_info", ticker=ticker) for ticker in case.held]
    prices = {each.data["symbol"]: float(each.data["currentPrice"]) for each in found}
    require(set(prices) == set(case.held), "a share was not found")
    if case.book:
        rows = [(ticker, shown, prices[ticker]) for ticker, shown in case.held.items()]
        (made,) = yield [case.book.create(*found)]
        yield [case.book.write([("Ticker", _column(case), "Price"), *rows], made, *found)]
    return Solution(_answer(case, prices), _checks(case, prices), _expected(case, prices))


def _answer(case: Case, prices: dict[str, float]) -> str:
    unit, result = ("percent", "shares") if case.is_ring else ("shares", "dollars")
    lines = [
        f"{ticker}: {shown:g} {unit} at ${price:.2f}, {case.amount(shown, price):.2f} {result}."
        for (ticker, shown), price in zip(
            case.held.items(), (prices[each] for each in case.held), strict=True
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


FAMILY = Family(
    number=100,
    name="holdings_chart",
    title="Holdings Chart",
    goal="Read amounts off a chart of shares without labels, and work out what they are worth.",
    make=make,
)
