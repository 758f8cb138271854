"""Wordings of the family `car_prices`."""

from __future__ import annotations

from m3bench_suites.builders.verse.catalogs._shared.tasks import Wording, phrasings

LISTED = Wording(
    requests=phrasings(
        "What does the {car} cost in Brazil? Take the first variant in the FIPE price table: its full "
        "name, FIPE code, price as a new car and price as a {year} model.",
        "Look up the {car} in the Brazilian price table. For the first variant listed I need name, FIPE "
        "code, the price new and the price for model year {year}.",
    ),
    fuzzy=phrasings(
        "{car}, Brazil, first variant in the table: code, price new and price used from {year}?",
        "Brazilian list price of a {car} (first variant), new and as a {year} one, with its FIPE code.",
    ),
)

KEPT_VALUE = Wording(
    requests=phrasings(
        "Which keeps its value better in Brazil, the {one} or the {other}? For the first variant that "
        "the price table lists of each, divide the price of the {year} model by that of a new car, to "
        "four decimals. Name the variant that keeps the larger part, and its FIPE code.",
        "For the first listed variants of the {one} and the {other} in the Brazilian price table: what "
        "part of the new price does the {year} model still cost (a decimal with four places)? Then give "
        "name and FIPE code of the one that keeps more.",
    ),
    fuzzy=phrasings(
        "{one} or {other}: which holds its price better as a {year} car (Brazilian table, first variant "
        "each)? Both ratios to the new price, four decimals, and the winner with its FIPE code.",
        "What part of its new price is a {year} {one} still worth in Brazil, and a {year} {other} (first "
        "variants, as decimals)? Which is better, and under what code is it listed?",
    ),
)

IN_TETHER = Wording(
    requests=phrasings(
        "Convert two Brazilian car prices into USDT at the exchange's current ask for USDT in reais: the "
        "{car} as a new car and as a {year} model (the first variant in the price table). Tell me the "
        "variant, the ask and both prices in USDT.",
        "How many USDT would the {car} cost me in Brazil, new and as a {year} model? First listed "
        "variant, reais divided by the best ask for USDT-BRL right now. Name variant and ask too.",
    ),
    fuzzy=phrasings(
        "{car} in Brazil, first variant: new and {year}, but in USDT at the ask of this moment. With the "
        "rate.",
        "What is a {car} in USDT today (Brazilian table, first variant, ask price of USDT in reais)? "
        "Both new and from {year}, please.",
    ),
)

CHEAPEST_IN_COINS = Wording(
    requests=phrasings(
        "Compare the new-car prices of {cars} in Brazil (the first variant in the table for each). Which "
        "is the cheapest, what does it cost in reais, and how many {one} and how many {other} is that at "
        "their latest prices in BRL? How many reais more does the dearest of them cost?",
        "I am choosing between {cars}, new, in Brazil; first listed variant of each. Name the cheapest "
        "with its price in reais, that price in {one} and in {other} at the latest BRL prices on the "
        "exchange, and the gap in reais between the dearest and the cheapest.",
    ),
    fuzzy=phrasings(
        "Cheapest new car in Brazil out of {cars} (first variants)? In reais, {one} and {other} as of "
        "now, and how much more the dearest would be.",
        "Of {cars}, which is least expensive new in Brazil (first variant), in reais, in {one} and in "
        "{other}? Also the distance to the dearest one.",
    ),
)
