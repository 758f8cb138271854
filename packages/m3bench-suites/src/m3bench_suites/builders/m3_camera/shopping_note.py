"""Shopping Note: price a shopping list that was written by hand, with corrections."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import partial
from typing import Any, NamedTuple

from m3bench.checks import Expected, Tolerance
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.suites import Blueprint, CallResult, Plan, PlanError, PlannedCall, Solution, call
from m3bench_suites.builders.m3.family import Family, ScenePicture, TaskDraw
from m3bench_suites.builders.m3_camera._pictures import facts_of, find_scene, shows_texts

_SEARCH, _TIMES, _SUM = "amazon/search_products", "math/multiply", "math/sum"
_MARKETS = (("amazon.com", "USD"), ("amazon.co.uk", "GBP"), ("amazon.de", "EUR"), ("amazon.ca", "CAD"))
_CENT = Tolerance(0.011)
_SHARED = (
    (
        "The photo {photo} shows our shopping list. What is struck out is not wanted, and corrected "
        "numbers count as corrected. If we order exactly that on {domain}, which products (ASIN), how "
        "many of each, for what price apiece, how much is it altogether in {currency}, and how much does "
        "each of us {people} pay?"
    ),
    (
        "I photographed the list for our order at {domain}: {photo}. Take it as it finally stands, "
        "without what was struck out. Tell me for each line the ASIN, the number of pieces and the price "
        "of one in {currency}, then the sum of the order, and the share of each person if {people} people "
        "split it evenly."
    ),
)
_SHARED_FUZZY = (
    (
        "{photo} is what we jotted down for {domain}. What will the lot cost, line by line, and what is "
        "it per head for the {people} of us? We changed our minds about a few things, you will see."
    ),
    (
        "Could you work out from {photo} what we owe {domain} in {currency} and what that makes for each "
        "of {people}? With the ASINs, the numbers and the single prices. Heed the corrections."
    ),
)
_BUDGET = (
    (
        "My shopping list is in {photo}; ignore what is struck out, and use the corrected numbers. I "
        "order everything on {domain}. Give the ASIN, the number of pieces and the price of one for each "
        "product, the total in {currency}, and what is left of {budget} {currency} (negative if it is not "
        "enough)."
    ),
    (
        "Please price the handwritten list in {photo} on {domain}, as it stands after the corrections: "
        "ASIN, pieces and price apiece of each product, and the total. I have {budget} {currency}: how "
        "much remains? Give a negative number if I am short."
    ),
)
_BUDGET_FUZZY = (
    (
        "I want to send {domain} the order in {photo} and have {budget} {currency} to spend. How far does "
        "that get me, and what are the items exactly? Some of it was crossed out again."
    ),
    (
        "With {budget} {currency} in my pocket, what is left after buying what {photo} says at {domain}? "
        "I need the ASINs, how many and how much each, too."
    ),
)


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


def make(draw: TaskDraw) -> Blueprint:
    photo = find_scene(draw, "handwritten_note", _is_readable, step=4)
    case = _case(draw, photo)
    wordings = (_SHARED, _SHARED_FUZZY) if case.people else (_BUDGET, _BUDGET_FUZZY)
    words = {"photo": photo.name, **case._asdict()}
    return Blueprint(
        id=draw.id,
        family=draw.family.title,
        request=draw.phrased(*wordings[0], **words),
        fuzzy_request=draw.phrased(*wordings[1], **words),
        servers=("amazon", "math"),
        form=_form(case),
        plans=(partial(_plan, case, multiplies=True), partial(_plan, case, multiplies=False)),
        pictures=(photo.picture,),
        level="L3",
        extra={"modalities": ["text", "image"]},
        key_facts=tuple(item.text for item in case.items),
    )


def _is_readable(scene: Any) -> bool:
    return shows_texts(scene, scene.facts["handwritten"])


def _case(draw: TaskDraw, photo: ScenePicture) -> Case:
    items = [Item(**each) for each in facts_of(photo)["items"]]
    domain, currency = draw.pick(_MARKETS, "market")
    shops = draw.world.shops
    products = [product for item in items if (product := shops.by_asin(item.asin))]
    cost = sum(
        shops.price(product.dollars, domain)[0] * item.amount
        for product, item in zip(products, items, strict=True)
    )
    shared = draw.number % 2 == 0
    people = draw.whole(3, 7, "people") if shared else 0
    return Case(items, domain, currency, people, round(cost * draw.whole(75, 140, "budget") / 100))


def _form(case: Case) -> AnswerForm:
    product = (
        AnswerField("asin", FieldType.CODE, "its ASIN"),
        AnswerField("pieces", FieldType.NUMBER, "how many of it to order"),
        AnswerField("price", FieldType.NUMBER, "the price of one", unit=case.currency),
    )
    last = ("share", "what each person pays") if case.people else ("left", "what is left of the budget")
    return AnswerForm(
        (
            AnswerField("products", FieldType.RECORD, "each product to order", many=True, fields=product),
            AnswerField("total", FieldType.NUMBER, "the price of the whole order", unit=case.currency),
            AnswerField(last[0], FieldType.NUMBER, last[1], unit=case.currency),
        )
    )


def _plan(case: Case, *, multiplies: bool) -> Plan:
    """Read the list, search for all products, add up the prices, then divide or subtract."""
    domain = {} if case.domain == "amazon.com" else {"amazon_domain": case.domain}
    found = yield [call(_SEARCH, keywords=item.text, **domain) for item in case.items]
    prices = [_price(item, each) for item, each in zip(case.items, found, strict=True)]
    total = yield from (_by_products if multiplies else _by_pieces)(case, prices, found)
    if case.people:
        (last,) = yield [call("math/division", total, numerator=total.data, denominator=case.people)]
    else:
        (last,) = yield [call("math/subtract", total, minuend=case.budget, subtrahend=total.data)]
    return _solution(case, prices, round(float(total.data), 2), round(float(last.data), 2))


_Total = Generator[Sequence[PlannedCall], Sequence[CallResult], CallResult]


def _by_products(case: Case, prices: Sequence[float], found: Sequence[CallResult]) -> _Total:
    lines = yield [
        call(_TIMES, source, firstNumber=price, SecondNumber=item.amount)
        for price, item, source in zip(prices, case.items, found, strict=True)
    ]
    (total,) = yield [call(_SUM, *lines, numbers=[float(line.data) for line in lines])]
    return total


def _by_pieces(case: Case, prices: Sequence[float], found: Sequence[CallResult]) -> _Total:
    pieces = [price for price, item in zip(prices, case.items, strict=True) for _ in range(item.amount)]
    (total,) = yield [call(_SUM, *found, numbers=pieces)]
    return total


def _price(item: Item, found: CallResult) -> float:
    products = found.data.get("products", ()) if isinstance(found.data, dict) else ()
    if not products or products[0]["asin"] != item.asin:
        raise PlanError(f"a search does not find {item.text} first.")
    return float(products[0]["price"])


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


FAMILY = Family(
    number=150,
    name="shopping_note",
    title="Shopping Note",
    goal="Price the products of a handwritten and corrected shopping list in an online shop.",
    make=make,
)
