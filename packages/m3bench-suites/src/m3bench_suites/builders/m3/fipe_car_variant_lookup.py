"""(25) FIPE Car Variant Lookup: find the value of a pictured car in Brazil and abroad, and its fuel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from m3bench.suites import Blueprint, CallResult, Plan, call
from m3bench_suites.builders.m3._shared.car_offers import (
    Case,
    Deal,
    fuzzy_request_of,
    request_of,
    solution_of,
    solution_without,
)
from m3bench_suites.builders.m3._shared.pictures import find_picture, scene_numbers
from m3bench_suites.builders.m3._shared.results import require, require_text, rows
from m3bench_suites.builders.m3.family import Family, ScenePicture, TaskDraw

if TYPE_CHECKING:
    from m3bench_world.garage import Variant
    from m3bench_world.scenes import Scene

_ENDS = {"cheapest": min, "dearest": max}
_SHORTEST = 2
_FIRST_YEAR = 1985
_STOP_EVERY = 7
"""One task in this many asks for a model year that the table does not have."""


def make(draw: TaskDraw) -> Blueprint:
    count = draw.pick((1, 1, 1, 2, 2), "cars")
    if _is_stop(draw):
        count = 1
    photos = tuple(
        find_picture(
            draw,
            draw.photo_name(row),
            "car_offer",
            lambda scene: _suits(draw, scene),
            numbers=scene_numbers(draw, row),
        )
        for row in range(count)
    )
    money = ("USDT-BRL", *draw.sample(("BTC-BRL", "ETH-BRL"), draw.whole(0, 2, "coins"), "coin"))
    case = Case(photos, draw.pick(tuple(_ENDS), "end"), money, _other_year(draw, photos))
    boards = [photo.scene.facts for photo in photos]
    require(len({board["model"] for board in boards}) == count, "both photos show the same car")
    require(len({photo.name for photo in photos}) == count, "both photos have the same name")
    return Blueprint(
        id=draw.id,
        family="FIPE Car Variant Lookup",
        request=request_of(draw, case),
        fuzzy_request=fuzzy_request_of(draw, case),
        servers=("ocr", "car-price", "okx", "wiki"),
        form=case.form(),
        plans=(lambda: _plan(case, read=True), lambda: _plan(case, read=False)),
        pictures=tuple(photo.picture for photo in photos),
        level="L2" if count == 1 else "L3",
        extra={"modalities": ["text", "image"], "solvable": not _is_stop(draw)},
        key_facts=tuple(f"{board['brand']} {board['model']}" for board in boards),
    )


def _is_stop(draw: TaskDraw) -> bool:
    return draw.number % _STOP_EVERY == 3


def _other_year(draw: TaskDraw, photos: tuple[ScenePicture, ...]) -> int:
    """Draw an earlier model year that overrides the board, or 0."""
    board = photos[0].scene.facts
    variants = _variants(draw, photos[0].scene)
    if _is_stop(draw):
        known = [price.year for each in variants for price in draw.world.garage.prices(each) if price.year]
        year = min(known) - draw.whole(2, 5, "years before")
        require(year >= _FIRST_YEAR, "the model is too old for an earlier year")
        return year
    years = [price.year for price in draw.world.garage.prices(variants[0]) if price.year]
    earlier = [year for year in years if board["year"] - 4 <= year < board["year"]]
    if len(photos) > 1 or not earlier or draw.whole(0, 2, "overruled"):
        return 0
    return draw.pick(earlier, "year")


def _variants(draw: TaskDraw, scene: Scene) -> list[Variant]:
    garage = draw.world.garage
    return garage.search(garage.brand(scene.facts["brand"]), scene.facts["model"])


def _suits(draw: TaskDraw, scene: Scene) -> bool:
    """Return whether a search finds only this car, with variants of different prices in its year."""
    variants = _variants(draw, scene)
    if len(scene.facts["model"]) < _SHORTEST:
        return False
    if {variant.family.name for variant in variants} != {scene.facts["model"]} or len(variants) > 8:
        return False
    years = [{price.year: price.reais for price in draw.world.garage.prices(each)} for each in variants]
    prices = [of_variant.get(scene.facts["year"]) for of_variant in years]
    return len(prices) > 1 and None not in prices and len(set(prices)) == len(prices)


def _plan(case: Case, *, read: bool) -> Plan:
    ocr_calls = [call("ocr/perform_ocr", input_data=photo.name) for photo in case.photos] if read else []
    first = yield [
        *ocr_calls,
        call("car-price/get_car_brands"),
        *(call("okx/get_price", instrument=each) for each in case.money),
    ]
    ocr, brands, rates = first[: len(ocr_calls)], first[len(ocr_calls)], first[len(ocr_calls) + 1 :]
    cars = [photo.scene.facts for photo in case.photos]
    for found, car in zip(ocr, cars, strict=False):
        require_text(found, [car["brand"], car["model"], str(car["year"])])
    searches = yield [
        call(
            "car-price/search_brand_model_price",
            *ocr[place : place + 1],
            brands,
            brand_name=_brand(brands, car["brand"]),
            model_keyword=car["model"],
        )
        for place, car in enumerate(cars)
    ]
    if _is_unknown(case, searches[0]):
        return solution_without(case, cars[0], searches[0])
    deals = [_deal(case, car, search) for car, search in zip(cars, searches, strict=True)]
    fuels = {deal.fuel: search for deal, search in zip(reversed(deals), reversed(searches), strict=True)}
    articles = yield [call("wiki/summary", search, title=fuel) for fuel, search in reversed(fuels.items())]
    months = {search.data["reference_month"] for search in searches}
    return solution_of(case, deals, rates, articles, months.pop())


def _is_unknown(case: Case, search: CallResult) -> bool:
    years = {price["model_year"] for each in rows(search, "models") for price in each["prices"]}
    return bool(case.year) and not any(year.startswith(f"{case.year} ") for year in years)


def _brand(brands: CallResult, shown: str) -> str:
    """Return the table's name of the brand on the board."""
    names = [brand["name"] for brand in rows(brands, "brands")]
    matching = [name for name in names if name == shown or name.endswith(f" - {shown}")]
    require(len(matching) == 1, f"the table does not have exactly one brand {shown}")
    return str(matching[0])


def _deal(case: Case, car: dict[str, Any], search: CallResult) -> Deal:
    year = case.year or car["year"]
    deals = [
        Deal(
            f"{car['brand']} {car['model']}",
            car["model"],
            search.data["matching_models"],
            year,
            each["model"],
            each["fipe_code"],
            each["fuel"],
            price["price_brl"],
        )
        for each in rows(search, "models")
        for price in each["prices"]
        if price["model_year"].startswith(f"{year} ")
    ]
    require(deals, f"the table has no variant of {year}")
    chosen = _ENDS[case.end](deals, key=lambda deal: deal.reais)
    require([deal.reais for deal in deals].count(chosen.reais) == 1, "two variants cost the same")
    return chosen


FAMILY = Family(
    number=25,
    name="fipe_car_variant_lookup",
    title="FIPE Car Variant Lookup",
    goal="Identify a car for sale, find its variant in the FIPE table and explain its fuel.",
    make=make,
)
