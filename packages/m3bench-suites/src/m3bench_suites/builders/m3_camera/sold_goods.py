"""Sold Goods: compare a shelf at two times, and price what has to be ordered again."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from m3bench.checks import Expected, Tolerance
from m3bench.core import CameraLevel
from m3bench.suites import CallResult, Plan, PlanError, Solution, call
from m3bench_suites.builders.m3._shared.goods import (
    MARKETS,
    Good,
    first_price,
    goods_of,
    keywords,
    shop_argument,
)
from m3bench_suites.builders.m3._shared.pictures import require_words
from m3bench_suites.builders.m3.family import ScenePicture, TaskDraw, m3_family
from m3bench_suites.builders.m3_camera._shared.pictures import find_pair
from m3bench_suites.builders.tasks import TaskSpec

_READ, _SEARCH, _TIMES, _SUM = "ocr/perform_ocr", "amazon/search_products", "math/multiply", "math/sum"
_LEAST_VISIBLE = 0.8
_CENT = Tolerance(0.011)


class Sold(NamedTuple):
    """A product, how many packages are missing, and the keywords that find it."""

    good: Good
    gone: int
    words: str


class Case(NamedTuple):
    sold: list[Sold]
    added: Sold
    domain: str
    currency: str


def sold_goods(draw: TaskDraw) -> TaskSpec:
    pair = find_pair(draw, "before_after", partial(_suits, draw))
    case = _case(draw, pair)
    # OCR reads clean labels. At the other levels, only eyes are sure to.
    reads = draw.camera is CameraLevel.CLEAN
    plans = [partial(_plan, case, pair, reads=False)]
    return TaskSpec(
        words={
            "first": pair[0].name,
            "second": pair[1].name,
            "domain": case.domain,
            "currency": case.currency,
        },
        plans=(partial(_plan, case, pair, reads=True), *plans) if reads else tuple(plans),
        pictures=(pair[0].picture, pair[1].picture),
        key_facts=tuple(goods.good.full_name for goods in (*case.sold, case.added)),
    )


def _suits(draw: TaskDraw, before: Any, after: Any) -> bool:
    """Return whether all packages can be seen, and a search finds every product that is asked about."""
    for scene in (before, after):
        count = sum(product["count"] for product in scene.facts["products"])
        if sum(thing.visible >= _LEAST_VISIBLE for thing in scene.things) != count:
            return False
    try:
        return bool(_sold(draw, before) and _added(draw, after))
    except PlanError:
        return False


def _sold(draw: TaskDraw, before: Any) -> list[Sold]:
    gone = {sold["asin"]: sold["count"] for sold in before.facts["sold"]}
    goods = [good for good in goods_of(before) if good.asin in gone]
    return [Sold(good, gone[good.asin], keywords(draw.world, good, before)) for good in goods]


def _added(draw: TaskDraw, after: Any) -> Sold:
    good = next(good for good in goods_of(after) if good.asin in after.facts["added"])
    return Sold(good, 0, keywords(draw.world, good, after))


def _case(draw: TaskDraw, pair: tuple[ScenePicture, ScenePicture]) -> Case:
    domain, currency = draw.pick(MARKETS, "market")
    return Case(_sold(draw, pair[0].scene), _added(draw, pair[1].scene), domain, currency)


def _plan(case: Case, pair: tuple[ScenePicture, ScenePicture], *, reads: bool) -> Plan:
    """Read the labels with OCR or without; search; multiply by what is missing; add up."""
    texts: Sequence[CallResult] = ()
    if reads:
        texts = yield [call(_READ, input_data=photo.name) for photo in pair]
        require_words(texts[0].text, [sold.good.full_name for sold in case.sold])
        require_words(texts[1].text, [case.added.good.full_name])
    wanted = [*case.sold, case.added]
    results = yield [
        call(_SEARCH, *texts, keywords=goods.words, **shop_argument(case.domain)) for goods in wanted
    ]
    prices = [
        first_price(listing, goods.good.asin, goods.good.full_name)
        for goods, listing in zip(wanted, results, strict=True)
    ][:-1]
    lines = yield [
        call(_TIMES, listing, firstNumber=price, SecondNumber=sold.gone)
        for sold, price, listing in zip(case.sold, prices, results, strict=False)
    ]
    (total,) = yield [call(_SUM, *lines, numbers=[float(line.data) for line in lines])]
    return _solution(case, prices, round(float(total.data), 2))


def _solution(case: Case, prices: Sequence[float], total: float) -> Solution:
    rows = tuple({"asin": Expected(sold.good.asin), "sold": Expected(sold.gone)} for sold in case.sold)
    listed = ", ".join(f"{sold.gone} x {sold.good.full_name} ({sold.good.asin})" for sold in case.sold)
    return Solution(
        answer=f"Sold: {listed}. Replacing them on {case.domain} costs {total:.2f} {case.currency}. New on "
        f"the shelf: {case.added.good.full_name} ({case.added.good.asin}).",
        fields={
            "products": Expected(rows=rows),
            "added": Expected(case.added.good.asin),
            "cost": Expected(total, tolerance=_CENT, grounds=tuple(prices)),
        },
    )


FAMILY = m3_family(
    number=155,
    name="sold_goods",
    title="Sold Goods",
    goal="Find what was sold between two pictures of a shelf, and what replacing it costs.",
    servers=("ocr", "amazon", "math"),
    level="L3",
    tasks=(sold_goods,),
)
