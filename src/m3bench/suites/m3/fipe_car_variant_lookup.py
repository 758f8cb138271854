"""(25) FIPE Car Variant Lookup: what a car on offer is worth in Brazil and abroad, and what drives it."""

from __future__ import annotations

from calendar import month_name
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.checks import AnswerNames, Called, Claim, Claims
from m3bench.suites.m3._shared.claiming import measured
from m3bench.suites.m3._shared.finding import first_sentence, fitting, gist, listed, read_all, rows, sure
from m3bench.suites.m3.family import Family, Lot, Pictured
from m3bench.suites.planning import Blueprint, Found, Plan, Solution, want
from m3bench.world.garage.garage import MONTHS

if TYPE_CHECKING:
    from m3bench.world.garage import Variant
    from m3bench.world.scenes import Scene

_MONEY = {"USDT-BRL": "US dollars (1 USDT = 1 USD)", "BTC-BRL": "bitcoin", "ETH-BRL": "ether"}
_SHORT = {"USDT-BRL": "dollars", "BTC-BRL": "bitcoin", "ETH-BRL": "ether"}
_UNITS = {"USDT-BRL": "USD", "BTC-BRL": "BTC", "ETH-BRL": "ETH"}
_ENDS = {"cheapest": min, "dearest": max}
_SHORTEST = 2
_ENGLISH = {
    "Gasolina": ("gasoline", "petrol"),
    "Flex": ("flexible", "flexible-fuel"),
    "Híbrido": ("hybrid",),
    "Elétrico": ("electric", "electricity"),
    "Diesel": ("diesel",),
}


class Ask(msgspec.Struct, frozen=True):
    photos: tuple[Pictured, ...]
    end: str
    """Which of the variants of a year is meant: the cheapest or the dearest."""
    money: tuple[str, ...]
    year: int
    """The model year, where it is not that on the board; 0 otherwise."""


class Deal(msgspec.Struct, frozen=True):
    """One car and the variant that was chosen of it."""

    shown: str
    keyword: str
    year: int
    model: str
    code: str
    fuel: str
    reais: int


def make(lot: Lot) -> Blueprint:
    count = lot.pick((1, 1, 1, 2, 2), "cars")
    names = ("photo.png",) if count == 1 else ("photo_1.png", "photo_2.png")
    photos = tuple(
        fitting(lot, name, "car_offer", lambda scene: _suits(lot, scene), row=row)
        for row, name in enumerate(names)
    )
    money = ("USDT-BRL", *lot.sample(("BTC-BRL", "ETH-BRL"), lot.whole(0, 2, "coins"), "coin"))
    ask = Ask(photos, lot.pick(tuple(_ENDS), "end"), money, _other_year(lot, photos))
    boards = [photo.scene.facts for photo in photos]
    sure(len({board["model"] for board in boards}) == count, "both photos show the same car")
    return Blueprint(
        id=lot.id,
        family="FIPE Car Variant Lookup",
        request=_request(lot, ask),
        fuzzy_request=_fuzzy(lot, ask),
        servers=("ocr", "car-price", "okx", "wiki"),
        plans=(lambda: _plan(ask, read=True), lambda: _plan(ask, read=False)),
        pictures=tuple(photo.picture for photo in photos),
        level="L2" if count == 1 else "L3",
        extra={"modalities": ["text", "image"]},
        key_facts=tuple(f"{board['brand']} {board['model']}" for board in boards),
    )


def _other_year(lot: Lot, photos: tuple[Pictured, ...]) -> int:
    """For one car, at times a year before that on the board: the board is to be overruled then."""
    board = photos[0].scene.facts
    variant = _variants(lot, photos[0].scene)[0]
    years = [price.year for price in lot.world.garage.prices(variant) if price.year]
    earlier = [year for year in years if board["year"] - 4 <= year < board["year"]]
    if len(photos) > 1 or not earlier or lot.whole(0, 2, "overruled"):
        return 0
    return lot.pick(earlier, "year")


def _variants(lot: Lot, scene: Scene) -> list[Variant]:
    garage = lot.world.garage
    return garage.search(garage.brand(scene.facts["brand"]), scene.facts["model"])


def _suits(lot: Lot, scene: Scene) -> bool:
    """The search finds that car alone, of that year, and tells its variants apart by price."""
    variants = _variants(lot, scene)
    if len(scene.facts["model"]) < _SHORTEST:
        return False
    if {variant.family.name for variant in variants} != {scene.facts["model"]} or len(variants) > 8:
        return False
    years = [{price.year: price.reais for price in lot.world.garage.prices(each)} for each in variants]
    prices = [of_variant.get(scene.facts["year"]) for of_variant in years]
    return len(prices) > 1 and None not in prices and len(set(prices)) == len(prices)


def _request(lot: Lot, ask: Ask) -> str:
    money = listed([_MONEY[each] for each in ask.money])
    year = f"model year {ask.year}, whatever the board says" if ask.year else "model year on the board"
    if len(ask.photos) == 1:
        return lot.phrased(
            "photo.png shows a car on offer at a dealer's in Brazil. Check that the FIPE table has its "
            "brand, then find the {end} variant of this model for the {year}: give me its full name, FIPE "
            "code, fuel, month of reference, price in reais, and that price in {money} at today's OKX "
            "rates. Finish with a short explanation of its fuel type from the encyclopedia.",
            "What does the FIPE table say about the car in photo.png? I want the {end} variant for the "
            "{year}, with name, FIPE code, fuel, month of reference and price in reais, converted into "
            "{money} with the current rates on OKX. If the brand is not in the table, say so. Add a "
            "sentence from the encyclopedia about the kind of fuel.",
            "Please look up the car offered in photo.png in the FIPE price table (for the {year}). Of its "
            "variants take the {end} one and report model name, code, fuel, reference month, the price in "
            "reais and in {money} (OKX, latest prices), plus what the encyclopedia says about that fuel.",
            end=ask.end,
            year=year,
            money=money,
        )
    return lot.phrased(
        "photo_1.png and photo_2.png show two cars on offer in Brazil, one each. For both, find the {end} "
        "variant of the model year on the board in the FIPE table: name, FIPE code, fuel and price in "
        "reais, and in {money} at OKX's latest prices. Which one costs less, and by how many reais? Explain "
        "the fuel type of each briefly with the encyclopedia.",
        "I can't decide between the cars in photo_1.png and photo_2.png. Give me the {end} FIPE variant of "
        "each for the year on its board, with name, code, fuel, price in reais and in {money} (OKX rates "
        "now), the difference in reais and which is the cheaper. And what does the encyclopedia say about "
        "the fuel of each?",
        "Compare the two offers in photo_1.png and photo_2.png by the FIPE table: the {end} variant of each "
        "for the model year shown, with full name, FIPE code, fuel, price in reais and the same in {money} "
        "at current OKX prices. Tell me which is cheaper and by how much in reais, and describe the fuel of "
        "either in a sentence from the encyclopedia.",
        end=ask.end,
        money=money,
    )


def _fuzzy(lot: Lot, ask: Ask) -> str:
    money = listed([_SHORT[each] for each in ask.money])
    year = f"as a {ask.year} model, never mind the board" if ask.year else "for the year they state"
    if len(ask.photos) == 1:
        return lot.phrased(
            "Is this a fair offer? photo.png. Look up what FIPE has for the {end} version of it, {year}: "
            "which one that is exactly, code, month, reais, and what it comes to in {money} on OKX now. And "
            "what sort of fuel is that, says the encyclopedia?",
            "What's the car in photo.png worth in Brazil going by FIPE, in its {end} version, {year}? Exact "
            "name and code, month, reais plus {money} at OKX rates, and a word from the encyclopedia on "
            "what it runs on.",
            "Saw the car in photo.png on a trip to Brazil. FIPE value of the {end} version please, {year}, "
            "with name, code, month, in reais and {money} (OKX), and explain the fuel with the encyclopedia.",
            end=ask.end,
            year=year,
            money=money,
        )
    return lot.phrased(
        "photo_1.png or photo_2.png, which one is cheaper by FIPE? Take the {end} version of each, year as "
        "on the board, and give me names, codes, reais and {money} (OKX), the gap in reais, and what their "
        "fuels are according to the encyclopedia.",
        "Torn between the cars in photo_1.png and photo_2.png. What does FIPE say for the {end} version of "
        "each (year as shown): name, code, reais, {money} at OKX, how far apart in reais? And their fuel, "
        "in encyclopedia words.",
        "Help me choose: photo_1.png against photo_2.png, {end} FIPE version for the years shown. Names, "
        "codes, prices in reais and {money} by OKX, the difference in reais, and a line on each fuel from "
        "the encyclopedia.",
        end=ask.end,
        money=money,
    )


def _plan(ask: Ask, *, read: bool) -> Plan:
    readings = [want("ocr/perform_ocr", input_data=photo.name) for photo in ask.photos] if read else []
    first = yield [
        *readings,
        want("car-price/get_car_brands"),
        *(want("okx/get_price", instrument=each) for each in ask.money),
    ]
    looked, brands, rates = first[: len(readings)], first[len(readings)], first[len(readings) + 1 :]
    cars = [photo.scene.facts for photo in ask.photos]
    for found, car in zip(looked, cars, strict=False):
        read_all(found, [car["brand"], car["model"], str(car["year"])])
    searches = yield [
        want(
            "car-price/search_brand_model_price",
            *looked[place : place + 1],
            brands,
            brand_name=_brand(brands, car["brand"]),
            model_keyword=car["model"],
        )
        for place, car in enumerate(cars)
    ]
    deals = [_deal(ask, car, search) for car, search in zip(cars, searches, strict=True)]
    fuels = {deal.fuel: search for deal, search in zip(reversed(deals), reversed(searches), strict=True)}
    articles = yield [want("wiki/summary", search, title=fuel) for fuel, search in reversed(fuels.items())]
    months = {search.data["reference_month"] for search in searches}
    return _solution(ask, deals, rates, articles, months.pop())


def _brand(brands: Found, shown: str) -> str:
    """The name that the table has for the brand on the board."""
    names = [brand["name"] for brand in rows(brands, "brands")]
    fitting_ones = [name for name in names if name == shown or name.endswith(f" - {shown}")]
    sure(len(fitting_ones) == 1, f"the table has no brand {shown}")
    return str(fitting_ones[0])


def _deal(ask: Ask, car: dict[str, Any], search: Found) -> Deal:
    year = ask.year or car["year"]
    deals = [
        Deal(
            f"{car['brand']} {car['model']}",
            car["model"],
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
    sure(deals, f"there is no variant of {year}")
    chosen = _ENDS[ask.end](deals, key=lambda deal: deal.reais)
    sure([deal.reais for deal in deals].count(chosen.reais) == 1, "two variants cost the same")
    return chosen


def _solution(
    ask: Ask, deals: list[Deal], rates: Sequence[Found], articles: Sequence[Found], month: str
) -> Solution:
    told = [_told(ask, deal, rates, month) for deal in deals]
    parts = [part for text, _ in told for part in text]
    claims = [claim for _, of_deal in told for claim in of_deal]
    for article in articles:
        title, summary = article.data["title"], article.data["summary"]
        parts.append(f"{title}: {first_sentence(summary)}")
        claims.append(Claim(f"what {title} is", any_of=gist(summary, *(deal.model for deal in deals))))
    if len(deals) > 1:
        cheap, dear = sorted(deals, key=lambda deal: deal.reais)
        gap = dear.reais - cheap.reais
        sure(gap, "both cost the same")
        parts.append(f"The {cheap.shown} is the cheaper one, by R$ {gap:,}.")
        claims.append(measured("the difference in reais", gap, absolute=0.5))
    searched = [
        Called("car-price/search_brand_model_price", {"model_keyword": {"$contains": deal.keyword}})
        for deal in deals
    ]
    checks = (AnswerNames(all_of=tuple(deal.code for deal in deals)), Claims(tuple(claims)), *searched)
    return Solution(answer=" ".join(parts), checks=checks)


def _told(ask: Ask, deal: Deal, rates: Sequence[Found], month: str) -> tuple[list[str], list[Claim]]:
    """What the answer says of one car, and what it must say."""
    parts = [
        (
            f"The {ask.end} {deal.year} variant of the {deal.shown} is the {deal.model} (FIPE code "
            f"{deal.code}, fuel {deal.fuel}), at R$ {deal.reais:,} in {month}."
        )
    ]
    claims = [
        Claim(f"which variant of the {deal.shown} it is", all_of=(deal.model,)),
        Claim(f"the fuel of the {deal.shown}", any_of=(deal.fuel, *_ENGLISH[deal.fuel])),
        measured(f"the price of the {deal.shown} in reais", deal.reais, absolute=0.5),
    ]
    for rate in rates:
        worth, unit = deal.reais / rate.data["last_price"], _UNITS[rate.data["instrument"]]
        parts.append(f"That is {worth:,.2f} {unit}." if unit == "USD" else f"That is {worth:.6f} {unit}.")
        claims.append(measured(f"the price of the {deal.shown} in {unit}", worth, relative=0.004))
    if len(ask.photos) == 1:
        claims.append(Claim("the month of reference", any_of=_ways_to_say(month)))
    return parts, claims


def _ways_to_say(month: str) -> tuple[str, ...]:
    """A month as the table writes it (`novembro de 2025`), in English, and in digits."""
    name, _, year = month.partition(" de ")
    number = MONTHS.index(name) + 1
    return month, f"{month_name[number]} {year}", f"{year}-{number:02d}", f"{number:02d}/{year}"


FAMILY = Family(
    number=25,
    name="fipe_car_variant_lookup",
    title="FIPE Car Variant Lookup",
    goal="Identify a car on offer, find its variant in the FIPE table and explain its fuel.",
    make=make,
)
