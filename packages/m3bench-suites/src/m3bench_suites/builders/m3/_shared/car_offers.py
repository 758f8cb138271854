"""Cars on offer: requests, answer form and expected values."""

from __future__ import annotations

from calendar import month_name
from collections.abc import Sequence
from typing import Any

import msgspec

from m3bench.checks import Expected, Tolerance
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.core.text import join
from m3bench.suites import CallResult, Solution
from m3bench_suites.builders.m3._shared.results import first_sentence, require
from m3bench_suites.builders.m3.family import ScenePicture, TaskDraw
from m3bench_world.garage import MONTHS

_MONEY = {"USDT-BRL": "US dollars (1 USDT = 1 USD)", "BTC-BRL": "bitcoin", "ETH-BRL": "ether"}
_SHORT = {"USDT-BRL": "dollars", "BTC-BRL": "bitcoin", "ETH-BRL": "ether"}
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
_MONEY_FIELDS = {
    "USDT-BRL": AnswerField("price_usd", FieldType.NUMBER, "the same price", unit="USD"),
    "BTC-BRL": AnswerField("price_btc", FieldType.NUMBER, "the same price in bitcoin"),
    "ETH-BRL": AnswerField("price_eth", FieldType.NUMBER, "the same price in ether"),
}


class Case(msgspec.Struct, frozen=True):
    """What one task asks for."""

    photos: tuple[ScenePicture, ...]
    end: str
    """Which variant of a year is meant: the cheapest or the dearest."""
    money: tuple[str, ...]
    year: int
    """The model year if it differs from the board, else 0."""

    def form(self) -> AnswerForm:
        car = (
            AnswerField("car", FieldType.NAME, "brand and model on the board"),
            AnswerField("variants", FieldType.NUMBER, "how many variants of this model the table has in all"),
            AnswerField("variant", FieldType.NAME, "the full name of the variant; null if there is none"),
            AnswerField("fipe_code", FieldType.CODE, "its FIPE code"),
            AnswerField("fuel", FieldType.NAME, "its fuel"),
            AnswerField("price_brl", FieldType.NUMBER, "its price in the table", unit="BRL"),
            *(_MONEY_FIELDS[each] for each in self.money),
        )
        fields = [
            AnswerField("cars", FieldType.RECORD, "the cars on offer", many=True, fields=car),
            AnswerField("month", FieldType.NAME, "the table's month of reference"),
            AnswerField(
                "articles", FieldType.NAME, "the encyclopedia's articles on these fuels, each once", many=True
            ),
        ]
        if len(self.photos) > 1:
            fields.append(AnswerField("cheaper", FieldType.NAME, "brand and model of the cheaper car"))
            fields.append(AnswerField("difference", FieldType.NUMBER, "by how much", unit="BRL"))
        return AnswerForm(tuple(fields))


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


def request_of(draw: TaskDraw, case: Case) -> str:
    words = {
        "photo": case.photos[0].name,
        "other": case.photos[-1].name,
        "end": case.end,
        "year": f"model year {case.year}, whatever the board says"
        if case.year
        else "model year on the board",
        "money": join([_MONEY[each] for each in case.money]),
    }
    if len(case.photos) == 1:
        return draw.phrased(
            "{photo} shows a car on offer at a dealer's in Brazil. How many variants of this model does the "
            "FIPE table have in all, and which is the {end} one for the {year}? Give me its full name, FIPE "
            "code, fuel, month of reference, price in reais, and that price in {money} at today's OKX rates. "
            "Finish with a short explanation of its fuel type, and name the encyclopedia article on it. "
            "If there is no such variant, say so.",
            "What does the FIPE table say about the car in {photo}? I want the number of variants that it "
            "lists of this model and the {end} one for the {year}, with name, FIPE code, fuel, month of "
            "reference and price in reais, converted into {money} with the current rates on OKX. If the "
            "table has nothing of that kind, say so. Otherwise name the encyclopedia article about its "
            "kind of fuel, with a sentence from it.",
            "Please look up the car offered in {photo} in the FIPE price table (for the {year}). Count the "
            "variants of the model, take the {end} one, if there is one, and report its name, code, fuel, "
            "reference month, the price in reais and in {money} (OKX, latest prices), plus the encyclopedia "
            "article on that fuel and what it says.",
            **words,
        )
    return draw.phrased(
        "{photo} and {other} show two cars on offer in Brazil, one each. For both, find how many variants "
        "the FIPE table has of the model and the {end} one of the model year on the board: name, FIPE code, "
        "fuel and price in reais, and in {money} at OKX's latest prices. For which month does the table "
        "stand, which car costs less, and by how many reais? Explain the fuel type of each briefly and say "
        "which encyclopedia articles that is from.",
        "I can't decide between the cars in {photo} and {other}. Give me the {end} FIPE variant of each for "
        "the year on its board, with name, code, fuel, price in reais and in {money} (OKX rates now), how "
        "many variants of the model there are in the table, its month of reference, the difference in reais "
        "and which is the cheaper. And which encyclopedia articles are there on their fuels, and what do "
        "they say?",
        "Compare the two offers in {photo} and {other} by the FIPE table: the {end} variant of each for the "
        "model year shown, with full name, FIPE code, fuel, price in reais and the same in {money} at "
        "current OKX prices, and the number of variants that the table has of each model. Tell me the month "
        "of reference, which is cheaper and by how much in reais, and describe the fuel of either in a "
        "sentence from its encyclopedia article (name it).",
        **words,
    )


def fuzzy_request_of(draw: TaskDraw, case: Case) -> str:
    words = {
        "photo": case.photos[0].name,
        "other": case.photos[-1].name,
        "end": case.end,
        "year": f"as a {case.year} model, never mind the board" if case.year else "for the year they state",
        "money": join([_SHORT[each] for each in case.money]),
    }
    if len(case.photos) == 1:
        return draw.phrased(
            "Is this a fair offer? {photo}. Look up what FIPE has for the {end} version of it, {year}, if it "
            "has any: which one that is exactly and out of how many versions of the model, code, month, "
            "reais, and what it comes to in {money} on OKX now. And what sort of fuel is that, by which "
            "article of the encyclopedia?",
            "What's the car in {photo} worth in Brazil going by FIPE, in its {end} version, {year}? Exact "
            "name and code, number of versions in the table, month, reais plus {money} at OKX rates, and a "
            "word from the encyclopedia on what it runs on (which article?). Say so if FIPE has none.",
            "Saw the car in {photo} on a trip to Brazil. FIPE value of the {end} version please, {year}, if "
            "there is one, with name, code, month, how many versions they list, in reais and {money} (OKX), "
            "and explain the fuel with the encyclopedia, article named.",
            **words,
        )
    return draw.phrased(
        "{photo} or {other}, which one is cheaper by FIPE? Take the {end} version of each, year as on the "
        "board, and give me names, codes, numbers of versions, reais and {money} (OKX), the month of the "
        "table, the gap in reais, and what their fuels are according to which encyclopedia articles.",
        "Torn between the cars in {photo} and {other}. What does FIPE say for the {end} version of each "
        "(year as shown): name, code, out of how many versions, reais, {money} at OKX, how far apart in "
        "reais, and for which month? And their fuel, in the words of which encyclopedia articles?",
        "Help me choose: {photo} against {other}, {end} FIPE version for the years shown. Names, codes, "
        "how many versions each model has, prices in reais and {money} by OKX, the table's month, the "
        "difference in reais, and a line on each fuel from the encyclopedia, with the articles' names.",
        **words,
    )


def solution_of(
    case: Case, deals: list[Deal], rates: Sequence[CallResult], articles: Sequence[CallResult], month: str
) -> Solution:
    parts = [part for deal in deals for part in _describe(case, deal, rates, month)]
    parts += [f"{each.data['title']}: {first_sentence(each.data['summary'])}" for each in articles]
    fields = {
        "cars": Expected(rows=tuple(_deal_fields(deal, rates) for deal in deals)),
        "month": _month(month),
        "articles": Expected(items=tuple(map(_article, articles))),
    }
    if len(deals) > 1:
        cheap, dear = sorted(deals, key=lambda deal: deal.reais)
        gap = dear.reais - cheap.reais
        require(gap, "both cost the same")
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
    absent = ("variant", "fipe_code", "fuel", "price_brl", *(_MONEY_FIELDS[each].name for each in case.money))
    row = {"car": _car(shown, car["model"]), "variants": Expected(count)} | dict.fromkeys(absent, Expected())
    fields = {"cars": Expected(rows=(row,)), "month": _month(month), "articles": Expected()}
    return Solution(answer, fields=fields)


def car_name(car: dict[str, Any]) -> str:
    return f"{car['brand']} {car['model']}"


def _car(shown: str, model: str) -> Expected:
    return Expected(shown, also=(model,))


def _article(found: CallResult) -> Expected:
    """Return the expected title of an article, with its other names."""
    names = next((each["text"] for each in found.data["sections"] if each["heading"] == "Names"), "")
    others = names.removeprefix("Also found as: ").rstrip(".").split(", ")
    return Expected(found.data["title"], also=tuple(name for name in others if name))


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
        field, price = _MONEY_FIELDS[rate.data["instrument"]], rate.data["last_price"]
        worth = deal.reais / price
        rounded = round(worth, 2) if field.unit else round(worth, 6)
        fields[field.name] = Expected(rounded, tolerance=_RATE, grounds=(deal.reais, price))
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
