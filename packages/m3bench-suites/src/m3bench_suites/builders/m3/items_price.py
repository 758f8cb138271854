"""Items Price: find the prices of the goods on a shelf in an online shop."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.checks import Check, Expected, FileExists, SheetCells, Tolerance
from m3bench.suites import CallResult, Plan, PlanError, PlannedCall, Solution, call
from m3bench_suites.builders.m3._shared.goods import Good, goods_of, keywords, shop_argument
from m3bench_suites.builders.m3._shared.pictures import find_picture, require_words
from m3bench_suites.builders.m3.family import ScenePicture, TaskDraw, m3_family
from m3bench_suites.builders.tasks import TaskSpec, require

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
SHEET = "prices.xlsx"
_CENT = Tolerance(0.011)
Listing = dict[str, Any]


class Case(msgspec.Struct, frozen=True):
    """What one task asks about, and in which shop."""

    goods: list[Good]
    words: list[str]
    """The search keywords of each product."""
    domain: str
    currency: str
    code: str
    """The code of the currency."""
    days: int
    rating: float
    budget: int


class PriceList(msgspec.Struct, frozen=True):
    """The result of a job."""

    lines: list[tuple[Listing, float]]
    """The listings to include, with their prices."""
    total: float
    remark: str
    counts: tuple[int, ...] = ()
    """The number of packages of each, if asked for."""
    late: tuple[str, ...] = ()
    """The ASINs of products that arrive too late."""


Ending = Generator[Sequence[PlannedCall], Sequence[CallResult], PriceList]


class Job(msgspec.Struct, frozen=True):
    """A question about goods, and the last part of its plan."""

    name: str
    ending: Callable[[Case, Sequence[CallResult]], Ending]
    counted: bool = False
    """Whether to count the packages of each product."""
    timed: bool = False
    """Whether some products may arrive too late."""
    table: bool = False
    """Whether to make a table if the budget is sufficient."""
    over_budget: bool = False
    level: str = "L2"


def _one_of_each(case: Case, results: Sequence[CallResult]) -> Ending:
    listings = _listings(case, results)
    prices = [listing["price"] for listing in listings]
    total = yield from _sum(prices, results)
    return PriceList(list(zip(listings, prices, strict=True)), total, "one of each")


def _every_pack(case: Case, results: Sequence[CallResult]) -> Ending:
    listings = _listings(case, results)
    packs = [
        listing["price"]
        for listing, good in zip(listings, case.goods, strict=True)
        for _ in range(good.count)
    ]
    total = yield from _sum(packs, results)
    counts = tuple(good.count for good in case.goods)
    counted = ", ".join(f"{good.count} × {good.full_name}" for good in case.goods)
    lines = [(listing, listing["price"]) for listing in listings]
    return PriceList(lines, total, f"every package that stands there ({counted})", counts)


def _well_rated(case: Case, results: Sequence[CallResult]) -> Ending:
    kept = [
        (listing, source)
        for listing, source in zip(_listings(case, results), results, strict=True)
        if listing["in_stock"] and listing["rating"] >= case.rating
    ]
    require(1 < len(kept) < len(results), "stock and rating keep all products, or fewer than two.")
    prices = [listing["price"] for listing, _ in kept]
    total = yield from _sum(prices, [source for _, source in kept])
    lines = [(listing, listing["price"]) for listing, _ in kept]
    return PriceList(lines, total, f"one of each that is in stock and rated {case.rating} or better")


def _in_time(case: Case, results: Sequence[CallResult]) -> Ending:
    listings = _listings(case, results)
    details = yield [
        call("amazon/get_product", source, asin=listing["asin"], **shop_argument(case.domain))
        for listing, source in zip(listings, results, strict=True)
    ]
    quick = [_cheapest(detail.data["offers"], case.days) for detail in details]
    kept = [
        (listing, price, detail)
        for listing, price, detail in zip(listings, quick, details, strict=True)
        if price is not None
    ]
    dearer = sum(price > listing["price"] for listing, price, _ in kept)
    if len(kept) < 2 or (len(kept) == len(results) and not dearer):
        raise PlanError("the time limit makes no difference.")
    total = yield from _sum([price for _, price, _ in kept], [detail for _, _, detail in kept])
    remark = f"the cheapest new offers that arrive within {case.days} days"
    late = tuple(listing["asin"] for listing, price in zip(listings, quick, strict=True) if price is None)
    return PriceList([(listing, price) for listing, price, _ in kept], total, remark, late=late)


def _in_a_sheet(case: Case, results: Sequence[CallResult]) -> Ending:
    """Make the table after the total is known, and only if it is within the budget."""
    listings = _listings(case, results)
    prices = [listing["price"] for listing in listings]
    total = yield from _sum(prices, results)
    priced = PriceList(list(zip(listings, prices, strict=True)), total, "one of each")
    if total > case.budget:
        return priced
    path = "${WORKSPACE}/" + SHEET
    (made,) = yield [call("excel/create_workbook", filepath=path)]
    rows = [[listing["title"], listing["asin"], listing["price"]] for listing in listings]
    data = [["Item", "ASIN", "Price"], *rows]
    yield [call("excel/write_data_to_excel", made, *results, filepath=path, sheet_name="Sheet1", data=data)]
    return priced


_IN_TIME = Job("in_time", _in_time, timed=True, level="L3")
_EVERY_PACK = Job("every_pack", _every_pack, counted=True)
_TABLE = Job("shopping_list", _in_a_sheet, table=True, level="L3")
JOBS = (
    Job("one_of_each", _one_of_each), _IN_TIME, _EVERY_PACK, _TABLE, Job("well_rated", _well_rated),
    msgspec.structs.replace(_TABLE, over_budget=True), _IN_TIME, _EVERY_PACK,
)  # fmt: skip
"""In the order of the task numbers."""


def items_price(draw: TaskDraw) -> TaskSpec:
    job = JOBS[draw.number % len(JOBS)]
    photo = find_picture(draw, draw.photo_name(), "shelf", partial(_suits, draw, job))
    shelf = _shelf(draw, photo.scene) or 0
    case = _case(draw, job, photo, shelf)
    whole = "whole" if photo.scene.facts["shelves"] == 1 else "all"
    return TaskSpec(
        words={
            "photo": photo.name,
            "where": {1: "top", -1: "bottom"}.get(shelf, whole),
            "job": job.name,
            "domain": case.domain,
            "currency": case.currency,
            "code": case.code,
            "days": case.days,
            "rating": case.rating,
            "sheet": SHEET,
            "budget": case.budget,
            "counted": job.counted,
            "timed": job.timed,
            "table": job.table,
        },
        plans=(partial(_plan, case, job, photo, reads=True), partial(_plan, case, job, photo, reads=False)),
        servers=("ocr", "amazon", "math", *(("excel",) if job.table else ())),
        pictures=(photo.picture,),
        level=job.level,
        solvable=not job.over_budget,
        extra={"writes": [SHEET]} if job.table and not job.over_budget else {},
        key_facts=tuple(dict.fromkeys(good.full_name for good in case.goods)),
    )


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
    results = yield [
        call("amazon/search_products", *read, keywords=words, **shop_argument(case.domain))
        for words in case.words
    ]
    priced = yield from job.ending(case, results)
    return Solution(
        answer=answer_of(case, job, priced),
        fields=fields_of(case, job, priced),
        checks=checks_of(job, priced),
    )


def _listings(case: Case, results: Sequence[CallResult]) -> list[Listing]:
    """Return the first listing of each search. Raise `PlanError` if one is of another product."""
    listings = [_first(result) for result in results]
    wrong = [
        good for good, listing in zip(case.goods, listings, strict=True) if listing.get("asin") != good.asin
    ]
    if wrong:
        raise PlanError(f"a search does not find {wrong[0].full_name} first.")
    return listings


def _first(result: CallResult) -> Listing:
    products = result.data.get("products", ()) if isinstance(result.data, dict) else ()
    return dict(products[0]) if products else {}


def _cheapest(offers: Sequence[Listing], days: int) -> float | None:
    matching = [
        float(offer["price"])
        for offer in offers
        if offer["condition"] == "new" and offer["delivery_days"] <= days
    ]
    return min(matching, default=None)


def _sum(
    prices: Sequence[float], results: Sequence[CallResult]
) -> Generator[Sequence[PlannedCall], Sequence[CallResult], float]:
    (added,) = yield [call("math/sum", *results, numbers=list(prices))]
    return _cents(added)


def _cents(added: CallResult) -> float:
    return round(float(added.data), 2)


def answer_of(case: Case, job: Job, priced: PriceList) -> str:
    lines = "; ".join(
        f"{listing['title']} ({listing['asin']}): {price:.2f}" for listing, price in priced.lines
    )
    answer = (
        f"Prices on {case.domain} in {case.currency}: {lines}. The total for {priced.remark} is "
        f"{priced.total:.2f} {case.currency}."
    )
    if priced.late:
        answer += f" Too late: {', '.join(priced.late)}."
    if not job.table:
        return answer
    if job.over_budget:
        return f"{answer} That is more than {case.budget} {case.currency}, so I made no list."
    return f"{answer} That is within {case.budget} {case.currency}; the list is in {SHEET}."


def fields_of(case: Case, job: Job, priced: PriceList) -> dict[str, Expected]:
    prices = tuple(price for _, price in priced.lines)
    rows = [
        {"asin": Expected(listing["asin"]), "price": Expected(price, tolerance=_CENT)}
        for listing, price in priced.lines
    ]
    if job.counted:
        rows = [{**row, "packages": Expected(count)} for row, count in zip(rows, priced.counts, strict=True)]
    fields = {
        "products": Expected(rows=tuple(rows)),
        "total": Expected(priced.total, tolerance=_CENT, grounds=prices),
    }
    if job.timed:
        fields["too_late"] = Expected(items=tuple(Expected(asin) for asin in priced.late))
    if job.table:
        fields["within_budget"] = Expected(priced.total <= case.budget, grounds=prices)
    return fields


def checks_of(job: Job, priced: PriceList) -> tuple[Check, ...]:
    """Return checks of the table, or that there is none."""
    if job.over_budget:
        return (FileExists("*.xlsx", count=0),)
    if not job.table:
        return ()
    rows = tuple((listing["asin"], price) for listing, price in priced.lines)
    return (SheetCells(SHEET, columns=("ASIN", "Price"), rows=rows, tolerance=_CENT),)


FAMILY = m3_family(
    number=0,
    name="items_price",
    title="Items Price",
    goal="Look up the online prices of the goods on a pictured shelf, and add them up.",
    tasks=(items_price,),
)
