"""Items Price: find the prices of the goods on a shelf in an online shop."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.suites import Blueprint, CallResult, Plan, PlanError, PlannedCall, Solution, call
from m3bench_suites.builders.m3._shared.food.goods import Good, goods_of, keywords
from m3bench_suites.builders.m3._shared.food.prices import (
    SHEET,
    Case,
    Ending,
    Job,
    Listing,
    PriceList,
    answer_of,
    checks_of,
    fields_of,
    form,
)
from m3bench_suites.builders.m3._shared.pictures import find_picture, require_words
from m3bench_suites.builders.m3.family import Family, ScenePicture, TaskDraw

if TYPE_CHECKING:
    from m3bench_world.scenes import Scene
    from m3bench_world.shops import Product

_FEWEST, _MOST = 3, 7
"""Minimum and maximum number of products in a task."""
_MARKETS = (
    ("amazon.com", "US dollars", "USD"),
    ("amazon.co.uk", "British pounds", "GBP"),
    ("amazon.de", "euros", "EUR"),
    ("amazon.ca", "Canadian dollars", "CAD"),
)
_SHELVES = {1: "on the top shelf", -1: "on the bottom shelf"}


def _one_of_each(case: Case, found: Sequence[CallResult]) -> Ending:
    listings = _listings(case, found)
    prices = [listing["price"] for listing in listings]
    total = yield from _sum(prices, found)
    return PriceList(list(zip(listings, prices, strict=True)), total, "one of each")


def _every_pack(case: Case, found: Sequence[CallResult]) -> Ending:
    listings = _listings(case, found)
    packs = [
        listing["price"]
        for listing, good in zip(listings, case.goods, strict=True)
        for _ in range(good.count)
    ]
    total = yield from _sum(packs, found)
    counts = tuple(good.count for good in case.goods)
    counted = ", ".join(f"{good.count} × {good.full_name}" for good in case.goods)
    lines = [(listing, listing["price"]) for listing in listings]
    return PriceList(lines, total, f"every package that stands there ({counted})", counts)


def _well_rated(case: Case, found: Sequence[CallResult]) -> Ending:
    kept = [
        (listing, source)
        for listing, source in zip(_listings(case, found), found, strict=True)
        if listing["in_stock"] and listing["rating"] >= case.rating
    ]
    if not 1 < len(kept) < len(found):
        raise PlanError("stock and rating keep all products, or fewer than two.")
    prices = [listing["price"] for listing, _ in kept]
    total = yield from _sum(prices, [source for _, source in kept])
    lines = [(listing, listing["price"]) for listing, _ in kept]
    return PriceList(lines, total, f"one of each that is in stock and rated {case.rating} or better")


def _in_time(case: Case, found: Sequence[CallResult]) -> Ending:
    listings = _listings(case, found)
    details = yield [
        call("amazon/get_product", source, asin=listing["asin"], **_domain(case))
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
    total = yield from _sum([price for _, price, _ in kept], [detail for _, _, detail in kept])
    remark = f"the cheapest new offers that arrive within {case.days} days"
    late = tuple(listing["asin"] for listing, price in zip(listings, quick, strict=True) if price is None)
    return PriceList([(listing, price) for listing, price, _ in kept], total, remark, late=late)


def _in_a_sheet(case: Case, found: Sequence[CallResult]) -> Ending:
    """Make the table after the total is known, and only if it is within the budget."""
    listings = _listings(case, found)
    prices = [listing["price"] for listing in listings]
    total = yield from _sum(prices, found)
    priced = PriceList(list(zip(listings, prices, strict=True)), total, "one of each")
    if total > case.budget:
        return priced
    path = "${WORKSPACE}/" + SHEET
    (made,) = yield [call("excel/create_workbook", filepath=path)]
    rows = [[listing["title"], listing["asin"], listing["price"]] for listing in listings]
    data = [["Item", "ASIN", "Price"], *rows]
    yield [call("excel/write_data_to_excel", made, *found, filepath=path, sheet_name="Sheet1", data=data)]
    return priced


_ONE_OF_EACH = Job(
    "What does each product cost on {domain}, and what would one of each come to? Give the ASINs, the prices "
    "and the total in {currency}.",
    "What would I pay on {domain} for one of each, product by product and altogether? With the ASINs, so "
    "that I find them again.",
    _one_of_each,
)
_IN_TIME = Job(
    "I want one of each from {domain}, new, within {days} days. Which of them can be here by then, by ASIN, "
    "for how much each at least, and how much is that together in {currency}? Name the others too.",
    "I need one of each from {domain} in {days} days at the latest, new and as cheap as it gets; forget "
    "what takes longer, but say what that is. Which ones (ASINs), for how much, and how much in all?",
    _in_time,
    timed=True,
    level="L3",
)  # fmt: skip
_EVERY_PACK = Job(
    "Suppose I bought every single package that stands there on {domain} instead. Give the ASIN, the number "
    "of packages and the price of each product, and the total for all the packages, in {currency}.",
    "If I cleared that out, package by package, but ordered it all from {domain}: what is each product "
    "(ASIN, how many, price of one), and what does the whole lot cost?",
    _every_pack,
    counted=True,
)
_TABLE = Job(
    "What would one of each cost on {domain}? If that is no more than {budget} {currency}, save a shopping "
    "list as {sheet}, with the columns Item, ASIN and Price and a row for each product. If it is more, make "
    "no list. In any case tell me the prices by ASIN, and the total.",
    "I can spend {budget} {currency} on {domain}. Is that enough for one of each? Then put them into "
    "{sheet}, a row for each product with Item, ASIN and Price; otherwise leave it. And how much would it "
    "be, product by product?",
    _in_a_sheet,
    table=True,
    level="L3",
)
_WELL_RATED = Job(
    "Which of them are in stock on {domain} with a rating of {rating} or better? Give the ASINs and prices "
    "of those and what one of each of them costs together, in {currency}.",
    "On {domain} I only want what can be had right now and what buyers gave {rating} or more. What is "
    "left (by ASIN), for how much each, and how much together?",
    _well_rated,
)
JOBS = (
    _ONE_OF_EACH, _IN_TIME, _EVERY_PACK, _TABLE, _WELL_RATED,
    msgspec.structs.replace(_TABLE, over_budget=True), _IN_TIME, _EVERY_PACK,
)  # fmt: skip
"""In the order of the task numbers."""
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


def make(draw: TaskDraw) -> Blueprint:
    job = JOBS[draw.number % len(JOBS)]
    photo = find_picture(draw, draw.photo_name(), "shelf", partial(_suits, draw, job))
    shelf = _shelf(draw, photo.scene) or 0
    case = _case(draw, job, photo, shelf)
    words = {
        "photo": photo.name, "where": _where(photo.scene, shelf), "domain": case.domain,
        "currency": case.currency, "days": case.days, "rating": case.rating, "sheet": SHEET,
        "budget": case.budget,
    }  # fmt: skip
    return Blueprint(
        id=draw.id,
        family=draw.family.title,
        request=f"{draw.pick(_OPENINGS, 'opening')} {job.request_text}".format(**words),
        fuzzy_request=f"{draw.pick(_MURMURS, 'murmur')} {job.fuzzy_text}".format(**words),
        servers=("ocr", "amazon", "math", *(("excel",) if job.table else ())),
        form=form(case, job),
        plans=(partial(_plan, case, job, photo, reads=True), partial(_plan, case, job, photo, reads=False)),
        pictures=(photo.picture,),
        level=job.level,
        extra=_extra(job),
        key_facts=tuple(dict.fromkeys(good.full_name for good in case.goods)),
    )


def _extra(job: Job) -> dict[str, Any]:
    extra: dict[str, Any] = {"modalities": ["text", "image"]}
    if job.over_budget:
        return {**extra, "solvable": False}
    return {**extra, "writes": [SHEET]} if job.table else extra


def _case(draw: TaskDraw, job: Job, photo: ScenePicture, shelf: int) -> Case:
    domain, currency, code = draw.pick(_MARKETS, "market")
    goods = _chosen(photo.scene, shelf)
    products = _products(draw, goods)
    cost = sum(draw.world.shops.price(product.dollars, domain)[0] for product in products)
    share = draw.whole(70, 90, "budget") if job.over_budget else draw.whole(115, 140, "budget")
    return Case(
        goods=goods,
        words=[keywords(draw.world, good, photo.scene) for good in goods],
        domain=domain,
        currency=currency,
        code=code,
        days=draw.pick(_decisive_days(products) or [3], "days"),
        rating=draw.pick(_decisive_ratings(products) or [4.0], "rating"),
        budget=round(cost * share / 100) or 1,
    )


def _where(scene: Scene, shelf: int) -> str:
    whole = "on the shelf" if scene.facts["shelves"] == 1 else "on all the shelves"
    return _SHELVES.get(shelf, whole)


def _shelf(draw: TaskDraw, scene: Scene) -> int | None:
    """Draw a shelf with a suitable number of goods: 1 is the top, -1 the bottom, 0 all shelves."""
    options = [0] if scene.facts["shelves"] == 1 else [1, -1, 0]
    fair = [option for option in options if _FEWEST <= len(_chosen(scene, option)) <= _MOST]
    return draw.pick(fair, "shelf") if fair else None


def _suits(draw: TaskDraw, job: Job, scene: Scene) -> bool:
    """Return whether the job makes sense for the goods, and a search finds all of them."""
    shelf = _shelf(draw, scene)
    if shelf is None:
        return False
    goods = _chosen(scene, shelf)
    products = _products(draw, goods)
    if job.ending is _in_time and not _decisive_days(products):
        return False
    if job.ending is _well_rated and not _decisive_ratings(products):
        return False
    try:
        return all(keywords(draw.world, good, scene) for good in goods)
    except PlanError:
        return False


def _products(draw: TaskDraw, goods: Sequence[Good]) -> list[Product]:
    return [product for good in goods if (product := draw.world.shops.by_asin(good.asin))]


def _decisive_days(products: Sequence[Product]) -> list[int]:
    """Return the time limits that keep several products, and change the selection or a price."""

    def quick(product: Product, days: int) -> list[float]:
        return [offer.dollars for offer in product.offers if offer.condition == "new" and offer.days <= days]

    def decides(days: int) -> bool:
        prices = [min(quick(product, days), default=None) for product in products]
        left = [price for price in prices if price is not None]
        return len(left) > 1 and prices != [product.dollars for product in products]

    return [days for days in range(2, 8) if decides(days)]


def _decisive_ratings(products: Sequence[Product]) -> list[float]:
    """Return the ratings that several products in stock reach, but not all."""

    def kept(rating: float) -> int:
        return sum(product.stock > 0 and product.rating >= rating for product in products)

    return [rating for rating in (3.5, 3.8, 4.0, 4.2, 4.4, 4.6) if 1 < kept(rating) < len(products)]


def _chosen(scene: Scene, shelf: int) -> list[Good]:
    return goods_of(scene, {1: 1, -1: scene.facts["shelves"], 0: None}[shelf])


def _plan(case: Case, job: Job, photo: ScenePicture, *, reads: bool) -> Plan:
    """Read the labels with OCR or without; search for all products; then do the job."""
    read: tuple[CallResult, ...] = ()
    if reads:
        (text,) = yield [call("ocr/perform_ocr", input_data=photo.name)]
        require_words(text.text, [good.full_name for good in case.goods])
        read = (text,)
    found = yield [
        call("amazon/search_products", *read, keywords=words, **_domain(case)) for words in case.words
    ]
    priced = yield from job.ending(case, found)
    return Solution(
        answer=answer_of(case, job, priced),
        fields=fields_of(case, job, priced),
        checks=checks_of(job, priced),
    )


def _listings(case: Case, found: Sequence[CallResult]) -> list[Listing]:
    """Return the first listing of each search. Raise `PlanError` if one is of another product."""
    listings = [_first(each) for each in found]
    wrong = [good for good, each in zip(case.goods, listings, strict=True) if each.get("asin") != good.asin]
    if wrong:
        raise PlanError(f"a search does not find {wrong[0].full_name} first.")
    return listings


def _first(found: CallResult) -> Listing:
    products = found.data.get("products", ()) if isinstance(found.data, dict) else ()
    return dict(products[0]) if products else {}


def _domain(case: Case) -> dict[str, str]:
    return {} if case.domain == "amazon.com" else {"amazon_domain": case.domain}


def _cheapest(offers: Sequence[Listing], days: int) -> float | None:
    matching = [
        float(offer["price"])
        for offer in offers
        if offer["condition"] == "new" and offer["delivery_days"] <= days
    ]
    return min(matching, default=None)


def _sum(
    prices: Sequence[float], found: Sequence[CallResult]
) -> Generator[Sequence[PlannedCall], Sequence[CallResult], float]:
    (added,) = yield [call("math/sum", *found, numbers=list(prices))]
    return _cents(added)


def _cents(added: CallResult) -> float:
    return round(float(added.data), 2)


FAMILY = Family(
    number=0,
    name="items_price",
    title="Items Price",
    goal="Look up the online prices of the goods on a pictured shelf, and add them up.",
    make=make,
)
