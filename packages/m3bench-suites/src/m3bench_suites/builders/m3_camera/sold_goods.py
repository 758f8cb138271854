"""Sold Goods: compare a shelf at two times, and price what has to be ordered again."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from m3bench.checks import Expected, Tolerance
from m3bench.core import AnswerField, AnswerForm, CameraLevel, FieldType
from m3bench.suites import Blueprint, CallResult, Plan, PlanError, Solution, call
from m3bench_suites.builders.m3._shared.food.goods import Good, goods_of, keywords
from m3bench_suites.builders.m3._shared.pictures import require_words
from m3bench_suites.builders.m3.family import Family, ScenePicture, TaskDraw
from m3bench_suites.builders.m3_camera._pictures import find_pair

_READ, _SEARCH, _TIMES, _SUM = "ocr/perform_ocr", "amazon/search_products", "math/multiply", "math/sum"
_MARKETS = (("amazon.com", "USD"), ("amazon.co.uk", "GBP"), ("amazon.de", "EUR"), ("amazon.ca", "CAD"))
_LEAST_VISIBLE = 0.8
_CENT = Tolerance(0.011)
_REQUESTS = (
    (
        "I photographed a shelf in the morning ({first}) and in the evening ({second}). Some goods "
        "changed their place, which does not matter. Of which products were packages sold, and how many "
        "(by ASIN)? What does it cost in {currency} to order exactly these again from {domain}, and which "
        "product is new on the shelf?"
    ),
    (
        "Compare the shelf in {first}, taken at opening time, with {second}, taken at closing time. List "
        "the ASIN of each product that has fewer packages than before, and how many are gone. Ignore what "
        "was only moved. Give the ASIN of the product that was added, and what replacing the sold "
        "packages costs on {domain} in {currency}."
    ),
)
_FUZZY = (
    (
        "{first} is my shelf before the weekend and {second} is what is left of it. What went, and what "
        "do I pay {domain} to fill it up again as it was? I also put something new there: what? ASINs, "
        "please."
    ),
    (
        "Between {first} and {second} people bought things here, and my colleague moved some others about "
        "and added one. Work out what was bought (ASIN, how many), what restocking that costs at {domain} "
        "in {currency}, and what he added."
    ),
)


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


def make(draw: TaskDraw) -> Blueprint:
    pair = find_pair(draw, "before_after", partial(_suits, draw))
    case = _case(draw, pair)
    words = {
        "first": pair[0].name,
        "second": pair[1].name,
        "domain": case.domain,
        "currency": case.currency,
    }
    # OCR reads clean labels. At the other levels, only eyes are sure to.
    reads = draw.camera is CameraLevel.CLEAN
    plans = [partial(_plan, case, pair, reads=False)]
    return Blueprint(
        id=draw.id,
        family=draw.family.title,
        request=draw.phrased(*_REQUESTS, **words),
        fuzzy_request=draw.phrased(*_FUZZY, **words),
        servers=("ocr", "amazon", "math"),
        form=_form(case),
        plans=(partial(_plan, case, pair, reads=True), *plans) if reads else tuple(plans),
        pictures=(pair[0].picture, pair[1].picture),
        level="L3",
        extra={"modalities": ["text", "image"]},
        key_facts=tuple(each.good.full_name for each in (*case.sold, case.added)),
    )


def _suits(draw: TaskDraw, before: Any, after: Any) -> bool:
    """Return whether all packages can be seen, and a search finds every product that is asked about."""
    for scene in (before, after):
        count = sum(each["count"] for each in scene.facts["products"])
        if sum(thing.visible >= _LEAST_VISIBLE for thing in scene.things) != count:
            return False
    try:
        return bool(_sold(draw, before) and _added(draw, after))
    except PlanError:
        return False


def _sold(draw: TaskDraw, before: Any) -> list[Sold]:
    gone = {each["asin"]: each["count"] for each in before.facts["sold"]}
    goods = [good for good in goods_of(before) if good.asin in gone]
    return [Sold(good, gone[good.asin], keywords(draw.world, good, before)) for good in goods]


def _added(draw: TaskDraw, after: Any) -> Sold:
    good = next(good for good in goods_of(after) if good.asin in after.facts["added"])
    return Sold(good, 0, keywords(draw.world, good, after))


def _case(draw: TaskDraw, pair: tuple[ScenePicture, ScenePicture]) -> Case:
    domain, currency = draw.pick(_MARKETS, "market")
    return Case(_sold(draw, pair[0].scene), _added(draw, pair[1].scene), domain, currency)


def _form(case: Case) -> AnswerForm:
    product = (
        AnswerField("asin", FieldType.CODE, "its ASIN"),
        AnswerField("sold", FieldType.NUMBER, "how many packages were sold"),
    )
    return AnswerForm(
        (
            AnswerField(
                "products", FieldType.RECORD, "each product with fewer packages", many=True, fields=product
            ),
            AnswerField("added", FieldType.CODE, "the ASIN of the new product"),
            AnswerField("cost", FieldType.NUMBER, "what replacing the sold ones costs", unit=case.currency),
        )
    )


def _plan(case: Case, pair: tuple[ScenePicture, ScenePicture], *, reads: bool) -> Plan:
    """Read the labels with OCR or without; search; multiply by what is missing; add up."""
    texts: Sequence[CallResult] = ()
    if reads:
        texts = yield [call(_READ, input_data=photo.name) for photo in pair]
        require_words(texts[0].text, [each.good.full_name for each in case.sold])
        require_words(texts[1].text, [case.added.good.full_name])
    domain = {} if case.domain == "amazon.com" else {"amazon_domain": case.domain}
    wanted = [*case.sold, case.added]
    found = yield [call(_SEARCH, *texts, keywords=each.words, **domain) for each in wanted]
    prices = [_price(each, listing) for each, listing in zip(wanted, found, strict=True)][:-1]
    lines = yield [
        call(_TIMES, listing, firstNumber=price, SecondNumber=each.gone)
        for each, price, listing in zip(case.sold, prices, found, strict=False)
    ]
    (total,) = yield [call(_SUM, *lines, numbers=[float(line.data) for line in lines])]
    return _solution(case, prices, round(float(total.data), 2))


def _price(each: Sold, found: CallResult) -> float:
    products = found.data.get("products", ()) if isinstance(found.data, dict) else ()
    if not products or products[0]["asin"] != each.good.asin:
        raise PlanError(f"a search does not find {each.good.full_name} first.")
    return float(products[0]["price"])


def _solution(case: Case, prices: Sequence[float], total: float) -> Solution:
    rows = tuple({"asin": Expected(each.good.asin), "sold": Expected(each.gone)} for each in case.sold)
    listed = ", ".join(f"{each.gone} x {each.good.full_name} ({each.good.asin})" for each in case.sold)
    return Solution(
        answer=f"Sold: {listed}. Replacing them on {case.domain} costs {total:.2f} {case.currency}. New on "
        f"the shelf: {case.added.good.full_name} ({case.added.good.asin}).",
        fields={
            "products": Expected(rows=rows),
            "added": Expected(case.added.good.asin),
            "cost": Expected(total, tolerance=_CENT, grounds=tuple(prices)),
        },
    )


FAMILY = Family(
    number=155,
    name="sold_goods",
    title="Sold Goods",
    goal="Find what was sold between two pictures of a shelf, and what replacing it costs.",
    make=make,
)
