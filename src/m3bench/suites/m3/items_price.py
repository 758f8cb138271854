"""Items Price: what the goods on a shelf cost in an online shop."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.checks import (
    AnswerNumber,
    ArgumentFromPicture,
    Called,
    Check,
    Claims,
    SheetCells,
    Tolerance,
)
from m3bench.suites.m3._shared.facts import told
from m3bench.suites.m3._shared.goods import Good, goods_of, keywords
from m3bench.suites.m3._shared.scenery import fitting, must_read
from m3bench.suites.m3.family import Family, Lot, Pictured
from m3bench.suites.planning import Blueprint, Found, Plan, PlanError, Solution, Wanted, want

if TYPE_CHECKING:
    from m3bench.world.scenes import Scene
    from m3bench.world.shops.product import Product

_PHOTO = "photo.png"
_SHEET = "prices.xlsx"
_FEWEST, _MOST = 3, 7
"""Sorts of goods that a task asks about."""
_MARKETS = (
    ("amazon.com", "US dollars", "USD"),
    ("amazon.co.uk", "British pounds", "GBP"),
    ("amazon.de", "euros", "EUR"),
    ("amazon.ca", "Canadian dollars", "CAD"),
)
_CENT = 0.011
_SHELVES = {1: "on the top shelf", -1: "on the bottom shelf", 0: "on the shelf"}

Listing = dict[str, Any]


class Case(msgspec.Struct, frozen=True):
    """What one task asks about, and where."""

    goods: list[Good]
    words: list[str]
    """What is typed into the search for each."""
    domain: str
    currency: str
    days: int
    rating: float


class Priced(msgspec.Struct, frozen=True):
    """What the last part of a job came to."""

    lines: list[tuple[Listing, float]]
    """Each listing that counts, with its price."""
    total: float
    remark: str
    sheet: bool = False
    """Whether a table was asked for."""
    details: bool = False
    """Whether each article had to be looked up."""


Ending = Generator[Sequence[Wanted], Sequence[Found], Priced]


class Job(msgspec.Struct, frozen=True):
    """One thing to find out about goods, said in two ways, and how it is done once they are found."""

    asked: str
    hinted: str
    ending: Callable[[Case, Sequence[Found]], Ending]
    servers: tuple[str, ...] = ()
    level: str = "L2"


def _one_of_each(case: Case, found: Sequence[Found]) -> Ending:
    listings = _listings(case, found)
    prices = [listing["price"] for listing in listings]
    total = yield from _summed(prices, found)
    return Priced(list(zip(listings, prices, strict=True)), total, "one of each")


def _every_pack(case: Case, found: Sequence[Found]) -> Ending:
    listings = _listings(case, found)
    packs = [
        listing["price"]
        for listing, good in zip(listings, case.goods, strict=True)
        for _ in range(good.count)
    ]
    total = yield from _summed(packs, found)
    counted = ", ".join(f"{good.count} × {good.spoken}" for good in case.goods)
    lines = [(listing, listing["price"]) for listing in listings]
    return Priced(lines, total, f"every package that stands there ({counted})")


def _well_rated(case: Case, found: Sequence[Found]) -> Ending:
    kept = [
        (listing, source)
        for listing, source in zip(_listings(case, found), found, strict=True)
        if listing["in_stock"] and listing["rating"] >= case.rating
    ]
    if not 1 < len(kept) < len(found):
        raise PlanError("stock and rating leave all, or hardly any.")
    prices = [listing["price"] for listing, _ in kept]
    total = yield from _summed(prices, [source for _, source in kept])
    lines = [(listing, listing["price"]) for listing, _ in kept]
    return Priced(lines, total, f"one of each that is in stock and rated {case.rating} or better")


def _in_time(case: Case, found: Sequence[Found]) -> Ending:
    listings = _listings(case, found)
    details = yield [
        want("amazon/get_product", source, asin=listing["asin"], **_domain(case))
        for listing, source in zip(listings, found, strict=True)
    ]
    quick = [_cheapest(detail.data["offers"], case.days) for detail in details]
    kept = [
        (listing, price, detail)
        for listing, price, detail in zip(listings, quick, details, strict=True)
        if price is not None
    ]
    dearer = sum(price > listing["price"] for listing, price, _ in kept)
    if len(kept) < 2 or (len(kept) == len(found) and not dearer):
        raise PlanError("the time limit makes no difference.")
    total = yield from _summed([price for _, price, _ in kept], [detail for _, _, detail in kept])
    remark = f"the cheapest new offers that arrive within {case.days} days"
    return Priced([(listing, price) for listing, price, _ in kept], total, remark, details=True)


def _in_a_sheet(case: Case, found: Sequence[Found]) -> Ending:
    listings = _listings(case, found)
    rows = [[listing["title"], listing["asin"], listing["price"]] for listing in listings]
    prices = [listing["price"] for listing in listings]
    path = "${WORKSPACE}/" + _SHEET
    data = [["Item", "ASIN", "Price"], *rows]
    _, added = yield [
        want("excel/write_data_to_excel", *found, filepath=path, sheet_name="Sheet1", data=data),
        want("math/sum", *found, numbers=prices),
    ]
    return Priced(list(zip(listings, prices, strict=True)), _cents(added), "one of each", sheet=True)


JOBS = (
    Job(
        "What does each sort cost on {domain}, and what would one of each come to? Give the prices and the "
        "total in {currency}.",
        "What would I pay on {domain} for one of each, sort by sort and altogether?",
        _one_of_each,
    ),
    Job(
        "For each sort, find the cheapest new offer on {domain} that arrives within {days} days, and "
        "leave out "
        "what cannot be here by then. Give those prices and their total in {currency}.",
        "I need one of each from {domain} in {days} days at the latest, new and as cheap as it gets; forget "
        "what takes longer. Which prices would that be, and how much in all?",
        _in_time,
        level="L3",
    ),
    Job(
        "Suppose I bought every single package that stands there on {domain} instead. Give the price of each "
        "sort and the total for all the packages, in {currency}.",
        "If I cleared that out, package by package, but ordered it all from {domain}: what is each sort, and "
        "what does the whole lot cost?",
        _every_pack,
    ),
    Job(
        "Look all of them up on {domain} and save the result as {sheet}, with the columns Item, ASIN and "
        "Price "
        "(in {currency}) and a row for each sort. Tell me the total of one of each as well.",
        "Could you put what these cost on {domain} into {sheet}, a row for each sort with Item, ASIN and "
        "Price? And say what one of each adds up to.",
        _in_a_sheet,
        servers=("excel",),
        level="L3",
    ),
    Job(
        "Which of them are in stock on {domain} with a rating of {rating} or better? Give the prices of "
        "those "
        "and what one of each of them costs together, in {currency}.",
        "On {domain} I only want what can be had right now and what buyers gave {rating} or more. What is "
        "left, for how much each, and how much together?",
        _well_rated,
    ),
)
_OPENINGS = (
    "The picture {photo} shows goods in a shop; this is about those {where}.",
    "Please look at the products {where} in {photo}.",
    "I took {photo} in a store and would like to know more about the products {where}.",
)
_MURMURS = (
    "I snapped {photo} while shopping, and the things {where} look tempting.",
    "See {photo}: I mean what is standing {where}.",
    "Here is a picture from my walk through the shop, {photo}. It is the stuff {where} I care about.",
)


def make(lot: Lot) -> Blueprint:
    job = JOBS[lot.number % len(JOBS)]
    photo = fitting(lot, _PHOTO, "shelf", partial(_suits, lot, job))
    shelf = _shelf(lot, photo.scene) or 0
    domain, currency, _ = lot.pick(_MARKETS, "market")
    goods = _chosen(photo.scene, shelf)
    products = _products(lot, goods)
    case = Case(
        goods=goods,
        words=[keywords(lot.world, good, photo.scene) for good in goods],
        domain=domain,
        currency=currency,
        days=lot.pick(_telling_days(products) or [3], "days"),
        rating=lot.pick(_telling_ratings(products) or [4.0], "rating"),
    )
    words = {
        "photo": _PHOTO, "where": _SHELVES[shelf], "domain": domain, "currency": currency, "days": case.days,
        "rating": case.rating, "sheet": _SHEET,
    }  # fmt: skip
    return Blueprint(
        id=lot.id,
        family=lot.family.title,
        request=f"{lot.pick(_OPENINGS, 'opening')} {job.asked}".format(**words),
        fuzzy_request=f"{lot.pick(_MURMURS, 'murmur')} {job.hinted}".format(**words),
        servers=("ocr", "amazon", "math", *job.servers),
        plans=(partial(_plan, case, job, photo, looks=True), partial(_plan, case, job, photo, looks=False)),
        pictures=(photo.picture,),
        level=job.level,
        extra={"modalities": ["text", "image"], **({"writes": [_SHEET]} if job.servers else {})},
        key_facts=tuple(dict.fromkeys(good.spoken for good in goods)),
    )


def _shelf(lot: Lot, scene: Scene) -> int | None:
    """A part of the picture with a fair number of goods: 1 the top shelf, -1 the bottom one, 0 all there "
    "is."""
    options = [0] if scene.facts["shelves"] == 1 else [1, -1, 0]
    fair = [option for option in options if _FEWEST <= len(_chosen(scene, option)) <= _MOST]
    return lot.pick(fair, "shelf") if fair else None


def _suits(lot: Lot, job: Job, scene: Scene) -> bool:
    """The job makes sense for what stands there, and a search finds all of it."""
    shelf = _shelf(lot, scene)
    if shelf is None:
        return False
    goods = _chosen(scene, shelf)
    products = _products(lot, goods)
    if job.ending is _in_time and not _telling_days(products):
        return False
    if job.ending is _well_rated and not _telling_ratings(products):
        return False
    try:
        return all(keywords(lot.world, good, scene) for good in goods)
    except PlanError:
        return False


def _products(lot: Lot, goods: Sequence[Good]) -> list[Product]:
    return [product for good in goods if (product := lot.world.shops.by_asin(good.asin))]


def _telling_days(products: Sequence[Product]) -> list[int]:
    """Time limits that leave several articles, and change which or how dear they are."""

    def quick(product: Product, days: int) -> list[float]:
        return [offer.dollars for offer in product.offers if offer.condition == "new" and offer.days <= days]

    def tells(days: int) -> bool:
        prices = [min(quick(product, days), default=None) for product in products]
        left = [price for price in prices if price is not None]
        return len(left) > 1 and prices != [product.dollars for product in products]

    return [days for days in range(2, 8) if tells(days)]


def _telling_ratings(products: Sequence[Product]) -> list[float]:
    """Ratings that several articles in stock have, and not all."""

    def kept(rating: float) -> int:
        return sum(product.stock > 0 and product.rating >= rating for product in products)

    return [rating for rating in (3.5, 3.8, 4.0, 4.2, 4.4, 4.6) if 1 < kept(rating) < len(products)]


def _chosen(scene: Scene, shelf: int) -> list[Good]:
    return goods_of(scene, {1: 1, -1: scene.facts["shelves"], 0: None}[shelf])


def _plan(case: Case, job: Job, photo: Pictured, *, looks: bool) -> Plan:
    """Read the labels, or see them; search for all; then what the job needs."""
    first: list[Wanted] = [want("ocr/perform_ocr", input_data=photo.name)] if looks else []
    if job.servers:
        first.append(want("excel/create_workbook", filepath="${WORKSPACE}/" + _SHEET))
    read: tuple[Found, ...] = ()
    if looks:
        text, *_ = yield first
        must_read(text.text, [good.spoken for good in case.goods])
        read, first = (text,), []
    searches = [
        want("amazon/search_products", *read, keywords=words, **_domain(case)) for words in case.words
    ]
    brought = yield [*first, *searches]
    priced = yield from job.ending(case, brought[len(first) :])
    return Solution(answer=_answer(case, priced), checks=_checks(case, priced))


def _listings(case: Case, found: Sequence[Found]) -> list[Listing]:
    """The listing of each good, which a search gives first."""
    listings = [_first(each) for each in found]
    wrong = [good for good, each in zip(case.goods, listings, strict=True) if each.get("asin") != good.asin]
    if wrong:
        raise PlanError(f"a search does not find {wrong[0].spoken} first.")
    return listings


def _first(found: Found) -> Listing:
    products = found.data.get("products", ()) if isinstance(found.data, dict) else ()
    return dict(products[0]) if products else {}


def _domain(case: Case) -> dict[str, str]:
    return {} if case.domain == "amazon.com" else {"amazon_domain": case.domain}


def _cheapest(offers: Sequence[Listing], days: int) -> float | None:
    fitting_offers = [
        float(offer["price"])
        for offer in offers
        if offer["condition"] == "new" and offer["delivery_days"] <= days
    ]
    return min(fitting_offers, default=None)


def _summed(
    prices: Sequence[float], found: Sequence[Found]
) -> Generator[Sequence[Wanted], Sequence[Found], float]:
    (added,) = yield [want("math/sum", *found, numbers=list(prices))]
    return _cents(added)


def _cents(added: Found) -> float:
    return round(float(added.data), 2)


def _answer(case: Case, priced: Priced) -> str:
    lines = "; ".join(f"{listing['title']}: {price:.2f}" for listing, price in priced.lines)
    saved = f" The table is in {_SHEET}." if priced.sheet else ""
    return (
        f"Prices on {case.domain} in {case.currency}: {lines}. The total for {priced.remark} is "
        f"{priced.total:.2f} {case.currency}.{saved}"
    )


def _checks(case: Case, priced: Priced) -> tuple[Check, ...]:
    prices = [
        told(f"the price of {listing['title']}", price, absolute=_CENT) for listing, price in priced.lines
    ]
    brands = tuple(dict.fromkeys(good.brand for good in case.goods))
    found = Called("amazon/*", {"amazon_domain": case.domain} if _domain(case) else {}, at_least=2)
    return (
        Claims((*prices, told("the total", priced.total, absolute=_CENT))),
        AnswerNumber(priced.total, Tolerance(_CENT)),
        ArgumentFromPicture("amazon/search_products", "keywords", brands, at_least=len(brands)),
        found,
        *_more_checks(priced),
    )


def _more_checks(priced: Priced) -> tuple[Check, ...]:
    """What a job asks for besides prices."""
    if priced.sheet:
        rows = tuple((listing["asin"], price) for listing, price in priced.lines)
        return (SheetCells(_SHEET, columns=("ASIN", "Price"), rows=rows, tolerance=Tolerance(_CENT)),)
    if priced.details:
        asins = [listing["asin"] for listing, _ in priced.lines]
        return (Called("amazon/get_product", {"asin": {"$one_of": asins}}, at_least=len(asins)),)
    return ()


FAMILY = Family(
    number=0,
    name="items_price",
    title="Items Price",
    goal="Find out what the goods on a pictured shelf cost online, and what they come to.",
    make=make,
)
