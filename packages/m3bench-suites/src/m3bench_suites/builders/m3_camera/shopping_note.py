"""Shopping Note: price a shopping list that was written by hand, with corrections."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import partial
from typing import Any, NamedTuple

from m3bench.checks import Expected, Tolerance
from m3bench.suites import CallResult, Plan, PlannedCall, Solution, call
from m3bench_suites.builders.m3._shared.goods import MARKETS, first_price, shop_argument
from m3bench_suites.builders.m3.family import ScenePicture, TaskDraw, m3_family
from m3bench_suites.builders.m3_camera._shared.pictures import find_scene, shows_texts
from m3bench_suites.builders.tasks import TaskSpec

_SEARCH, _TIMES, _SUM = "amazon/search_products", "math/multiply", "math/sum"
_CENT = Tolerance(0.011)


class Item(NamedTuple):
    asin: str
    amount: int
    text: str


class Case(NamedTuple):
    """What one task asks about, and where to buy."""

    items: list[Item]
    domain: str
    currency: str
    people: int
    """Among how many the total is split; 0 if a budget is asked about."""
    budget: int


def shared_order(draw: TaskDraw) -> TaskSpec:
    return _order(draw, people=draw.whole(3, 7, "people"))


def order_with_budget(draw: TaskDraw) -> TaskSpec:
    return _order(draw, people=0)


def _order(draw: TaskDraw, *, people: int) -> TaskSpec:
    photo = find_scene(draw, "handwritten_note", _is_readable, step=4)
    case = _case(draw, photo, people)
    return TaskSpec(
        words={"photo": photo.name, **case._asdict()},
        plans=(partial(_plan, case, multiplies=True), partial(_plan, case, multiplies=False)),
        pictures=(photo.picture,),
        key_facts=tuple(item.text for item in case.items),
    )


def _is_readable(scene: Any) -> bool:
    return shows_texts(scene, scene.facts["handwritten"])


def _case(draw: TaskDraw, photo: ScenePicture, people: int) -> Case:
    items = [Item(**item) for item in photo.scene.facts["items"]]
    domain, currency = draw.pick(MARKETS, "market")
    shops = draw.world.shops
    products = [product for item in items if (product := shops.by_asin(item.asin))]
    cost = sum(
        shops.price(product.dollars, domain)[0] * item.amount
        for product, item in zip(products, items, strict=True)
    )
    return Case(items, domain, currency, people, round(cost * draw.whole(75, 140, "budget") / 100))


def _plan(case: Case, *, multiplies: bool) -> Plan:
    """Read the list, search for all products, add up the prices, then divide or subtract."""
    results = yield [call(_SEARCH, keywords=item.text, **shop_argument(case.domain)) for item in case.items]
    prices = [
        first_price(result, item.asin, item.text) for item, result in zip(case.items, results, strict=True)
    ]
    total = yield from (_by_products if multiplies else _by_pieces)(case, prices, results)
    if case.people:
        (last,) = yield [call("math/division", total, numerator=total.data, denominator=case.people)]
    else:
        (last,) = yield [call("math/subtract", total, minuend=case.budget, subtrahend=total.data)]
    return _solution(case, prices, round(float(total.data), 2), round(float(last.data), 2))


_Total = Generator[Sequence[PlannedCall], Sequence[CallResult], CallResult]


def _by_products(case: Case, prices: Sequence[float], results: Sequence[CallResult]) -> _Total:
    lines = yield [
        call(_TIMES, source, firstNumber=price, SecondNumber=item.amount)
        for price, item, source in zip(prices, case.items, results, strict=True)
    ]
    (total,) = yield [call(_SUM, *lines, numbers=[float(line.data) for line in lines])]
    return total


def _by_pieces(case: Case, prices: Sequence[float], results: Sequence[CallResult]) -> _Total:
    pieces = [price for price, item in zip(prices, case.items, strict=True) for _ in range(item.amount)]
    (total,) = yield [call(_SUM, *results, numbers=pieces)]
    return total


def _solution(case: Case, prices: Sequence[float], total: float, last: float) -> Solution:
    rows = tuple(
        {
            "asin": Expected(item.asin),
            "pieces": Expected(item.amount),
            "price": Expected(price, tolerance=_CENT),
        }
        for item, price in zip(case.items, prices, strict=True)
    )
    lines = "; ".join(
        f"{item.amount} x {item.text} ({item.asin}) at {price:.2f}"
        for item, price in zip(case.items, prices, strict=True)
    )
    end = f"each of {case.people} pays {last:.2f}" if case.people else f"{last:.2f} is left of {case.budget}"
    return Solution(
        answer=f"On {case.domain}: {lines}. Together {total:.2f} {case.currency}; {end} {case.currency}.",
        fields={
            "products": Expected(rows=rows),
            "total": Expected(total, tolerance=_CENT, grounds=tuple(prices)),
            "share" if case.people else "left": Expected(last, tolerance=_CENT, grounds=tuple(prices)),
        },
    )


FAMILY = m3_family(
    number=150,
    name="shopping_note",
    title="Shopping Note",
    goal="Price the products of a handwritten and corrected shopping list in an online shop.",
    servers=("amazon", "math"),
    level="L3",
    tasks=(shared_order, order_with_budget),
)
