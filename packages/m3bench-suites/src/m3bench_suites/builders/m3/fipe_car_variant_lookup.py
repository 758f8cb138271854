"""(25) FIPE Car Variant Lookup: find the value of a pictured car in Brazil and abroad, and its fuel."""

from __future__ import annotations

from calendar import month_name
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.checks import Expected, Tolerance
from m3bench.suites import CallResult, Plan, Solution, call
from m3bench_suites.builders.m3._shared.pictures import find_picture, scene_numbers
from m3bench_suites.builders.m3._shared.results import first_sentence, require_text, rows
from m3bench_suites.builders.m3.family import ScenePicture, TaskDraw, Turn, m3_family
from m3bench_suites.builders.tasks import TaskSpec, require
from m3bench_world.garage import MONTHS

if TYPE_CHECKING:
    from m3bench_world.garage import Variant
    from m3bench_world.scenes import Scene

_OF_CAR = tuple(f"cars.{name}" for name in ("car", "variants", "variant", "fipe_code", "fuel", "price_brl"))
_ENDS = {"cheapest": min, "dearest": max}
_WAYS_TO_ASK = ("look_up", "value", "compare", "insure", "import", "decide")
"""Words of the requests, each with a text for one car and another for two."""
_SHORTEST = 2
_FIRST_YEAR = 1985
_STOP = Turn(3, of=7)
"""This task asks for a model year that the table does not have."""
_UNITS = {"USDT-BRL": "USD", "BTC-BRL": "BTC", "ETH-BRL": "ETH"}
_ENGLISH = {
    "Gasolina": ("gasoline", "petrol", "gas"),
    "Flex": ("flexible", "flexible-fuel", "flex fuel", "flexible fuel vehicle", "gasoline and ethanol"),
    "Híbrido": ("hybrid", "hybrid electric", "hybrid vehicle"),
    "Elétrico": ("electric", "electricity", "electric car", "battery electric"),
    "Diesel": ("diesel", "diesel fuel"),
}
_REAL = Tolerance(absolute=0.5)
_RATE = Tolerance(relative=0.001)
"""Smaller than the difference between the exchange's rates and the table's own rate."""
PRICES = {"USDT-BRL": "price_usd", "BTC-BRL": "price_btc", "ETH-BRL": "price_eth"}
"""The field for each currency."""


class Case(msgspec.Struct, frozen=True):
    """What one task asks for."""

    photos: tuple[ScenePicture, ...]
    end: str
    """Which variant of a year is meant: the cheapest or the dearest."""
    money: tuple[str, ...]
    year: int
    """The model year if it differs from the board, else 0."""


class Deal(msgspec.Struct, frozen=True):
    """A car and its chosen variant."""

    shown: str
    keyword: str
    variants: int
    year: int
    model: str
    code: str
    fuel: str
    reais: int


def fipe_car_variant_lookup(draw: TaskDraw) -> TaskSpec:
    count = draw.pick((1, 1, 1, 2, 2), "cars")
    if draw.is_turn(_STOP):
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
    require(len({board["model"] for board in boards}) == count, "both photos show the same car.")
    require(len({photo.name for photo in photos}) == count, "both photos have the same name.")
    several = ("cheaper", "difference") if count > 1 else ()
    return TaskSpec(
        words={
            **dict.fromkeys(_WAYS_TO_ASK, "two" if count > 1 else "one"),
            "photo": photos[0].name,
            "other": photos[-1].name,
            "end": case.end,
            "year": "other" if case.year else "board",
            "model_year": case.year,
            "money": money,
        },
        fields=(*_OF_CAR, *(f"cars.{PRICES[coin]}" for coin in money), "month", "articles", *several),
        plans=(partial(_plan, case, read=True), partial(_plan, case, read=False)),
        pictures=tuple(photo.picture for photo in photos),
        level="L2" if count == 1 else "L3",
        extra={"solvable": not draw.is_turn(_STOP)},
        key_facts=tuple(f"{board['brand']} {board['model']}" for board in boards),
    )


def _other_year(draw: TaskDraw, photos: tuple[ScenePicture, ...]) -> int:
    """Draw an earlier model year that overrides the board, or 0."""
    board = photos[0].scene.facts
    variants = _variants(draw, photos[0].scene)
    if draw.is_turn(_STOP):
        known = [
            price.year for variant in variants for price in draw.world.garage.prices(variant) if price.year
        ]
        year = min(known) - draw.whole(2, 5, "years before")
        require(year >= _FIRST_YEAR, "the model is too old for an earlier year.")
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
    years = [{price.year: price.reais for price in draw.world.garage.prices(variant)} for variant in variants]
    prices = [of_variant.get(scene.facts["year"]) for of_variant in years]
    return len(prices) > 1 and None not in prices and len(set(prices)) == len(prices)


def _plan(case: Case, *, read: bool) -> Plan:
    ocr_calls = [call("ocr/perform_ocr", input_data=photo.name) for photo in case.photos] if read else []
    first = yield [
        *ocr_calls,
        call("car-price/get_car_brands"),
        *(call("okx/get_price", instrument=coin) for coin in case.money),
    ]
    ocr, brands, rates = first[: len(ocr_calls)], first[len(ocr_calls)], first[len(ocr_calls) + 1 :]
    cars = [photo.scene.facts for photo in case.photos]
    for text, car in zip(ocr, cars, strict=False):
        require_text(text, [car["brand"], car["model"], str(car["year"])])
    searches = yield [
        call(
            "car-price/search_brand_model_price",
            *ocr[index : index + 1],
            brands,
            brand_name=_brand(brands, car["brand"]),
            model_keyword=car["model"],
        )
        for index, car in enumerate(cars)
    ]
    if _is_unknown(case, searches[0]):
        return solution_without(case, cars[0], searches[0])
    deals = [_deal(case, car, search) for car, search in zip(cars, searches, strict=True)]
    fuels = {deal.fuel: search for deal, search in zip(reversed(deals), reversed(searches), strict=True)}
    articles = yield [call("wiki/summary", search, title=fuel) for fuel, search in reversed(fuels.items())]
    months = {search.data["reference_month"] for search in searches}
    return solution_of(case, deals, rates, articles, months.pop())


def _is_unknown(case: Case, search: CallResult) -> bool:
    years = {price["model_year"] for model in rows(search, "models") for price in model["prices"]}
    return bool(case.year) and not any(year.startswith(f"{case.year} ") for year in years)


def _brand(brands: CallResult, shown: str) -> str:
    """Return the table's name of the brand on the board."""
    names = [brand["name"] for brand in rows(brands, "brands")]
    matching = [name for name in names if name == shown or name.endswith(f" - {shown}")]
    require(len(matching) == 1, f"the table does not have exactly one brand {shown}.")
    return str(matching[0])


def _deal(case: Case, car: dict[str, Any], search: CallResult) -> Deal:
    year = case.year or car["year"]
    deals = [
        Deal(
            f"{car['brand']} {car['model']}",
            car["model"],
            search.data["matching_models"],
            year,
            model["model"],
            model["fipe_code"],
            model["fuel"],
            price["price_brl"],
        )
        for model in rows(search, "models")
        for price in model["prices"]
        if price["model_year"].startswith(f"{year} ")
    ]
    require(deals, f"the table has no variant of {year}.")
    chosen = _ENDS[case.end](deals, key=lambda deal: deal.reais)
    require([deal.reais for deal in deals].count(chosen.reais) == 1, "two variants cost the same.")
    return chosen


def solution_of(
    case: Case, deals: list[Deal], rates: Sequence[CallResult], articles: Sequence[CallResult], month: str
) -> Solution:
    parts = [part for deal in deals for part in _describe(case, deal, rates, month)]
    parts += [f"{article.data['title']}: {first_sentence(article.data['summary'])}" for article in articles]
    fields = {
        "cars": Expected(rows=tuple(_deal_fields(deal, rates) for deal in deals)),
        "month": _month(month),
        "articles": Expected(items=tuple(map(_article, articles))),
    }
    if len(deals) > 1:
        cheap, dear = sorted(deals, key=lambda deal: deal.reais)
        gap = dear.reais - cheap.reais
        require(gap, "both cost the same.")
        parts.append(f"The {cheap.shown} is the cheaper one, by R$ {gap:,}.")
        prices = (cheap.reais, dear.reais)
        fields["cheaper"] = Expected(cheap.shown, also=(cheap.keyword,), grounds=prices)
        fields["difference"] = Expected(gap, tolerance=_REAL, grounds=prices)
    return Solution(answer=" ".join(parts), fields=fields)


def solution_without(case: Case, car: dict[str, Any], search: CallResult) -> Solution:
    """Return the solution for a model year that the table does not have."""
    shown, count, month = car_name(car), search.data["matching_models"], search.data["reference_month"]
    answer = (
        f"The FIPE table of {month} has {count} variants of the {shown}, but none of the model year "
        f"{case.year}."
    )
    absent = ("variant", "fipe_code", "fuel", "price_brl", *(PRICES[coin] for coin in case.money))
    row = {"car": _car(shown, car["model"]), "variants": Expected(count)} | dict.fromkeys(absent, Expected())
    fields = {"cars": Expected(rows=(row,)), "month": _month(month), "articles": Expected()}
    return Solution(answer, fields=fields)


def car_name(car: dict[str, Any]) -> str:
    return f"{car['brand']} {car['model']}"


def _car(shown: str, model: str) -> Expected:
    return Expected(shown, also=(model,))


def _article(result: CallResult) -> Expected:
    """Return the expected title of an article, with its other names."""
    names = next(
        (section["text"] for section in result.data["sections"] if section["heading"] == "Names"), ""
    )
    others = names.removeprefix("Also found as: ").rstrip(".").split(", ")
    return Expected(result.data["title"], also=tuple(name for name in others if name))


def _describe(case: Case, deal: Deal, rates: Sequence[CallResult], month: str) -> list[str]:
    """Return the sentences about one car."""
    parts = [
        (
            f"Of the {deal.variants} variants of the {deal.shown}, the {case.end} of {deal.year} is the "
            f"{deal.model} (FIPE code {deal.code}, fuel {deal.fuel}), at R$ {deal.reais:,} in {month}."
        )
    ]
    for rate in rates:
        worth, unit = deal.reais / rate.data["last_price"], _UNITS[rate.data["instrument"]]
        parts.append(f"That is {worth:,.2f} {unit}." if unit == "USD" else f"That is {worth:.6f} {unit}.")
    return parts


def _deal_fields(deal: Deal, rates: Sequence[CallResult]) -> dict[str, Expected]:
    plain = deal.model.partition(" (")[0]
    names = (plain, *(f"{deal.shown.removesuffix(deal.keyword)}{name}" for name in (deal.model, plain)))
    fields = {
        "car": _car(deal.shown, deal.keyword),
        "variants": Expected(deal.variants),
        "variant": Expected(
            deal.model, also=tuple(name for name in dict.fromkeys(names) if name != deal.model)
        ),
        "fipe_code": Expected(deal.code),
        "fuel": Expected(deal.fuel, also=_ENGLISH[deal.fuel]),
        "price_brl": Expected(deal.reais, tolerance=_REAL),
    }
    for rate in rates:
        coin, price = rate.data["instrument"], rate.data["last_price"]
        rounded = round(deal.reais / price, 2 if _UNITS[coin] == "USD" else 6)
        fields[PRICES[coin]] = Expected(rounded, tolerance=_RATE, grounds=(deal.reais, price))
    return fields


def _month(month: str) -> Expected:
    first, *others = _ways_to_say(month)
    return Expected(first, also=tuple(others))


def _ways_to_say(month: str) -> tuple[str, ...]:
    """Return a month as in the table (`novembro de 2025`), in English, and in digits."""
    name, _, year = month.partition(" de ")
    number = MONTHS.index(name) + 1
    english = month_name[number]
    return (
        month,
        f"{english} {year}",
        f"{english}, {year}",
        f"{english[:3]} {year}",
        f"{name} {year}",
        f"{name}/{year}",
        f"{year}-{number:02d}",
        f"{number:02d}/{year}",
    )


FAMILY = m3_family(
    number=25,
    name="fipe_car_variant_lookup",
    title="FIPE Car Variant Lookup",
    goal="Identify a car for sale, find its variant in the FIPE table and explain its fuel.",
    servers=("ocr", "car-price", "okx", "wiki"),
    tasks=(fipe_car_variant_lookup,),
)
