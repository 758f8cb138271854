"""Wordings of the family `crypto_prices`."""

from __future__ import annotations

from m3bench_suites.builders.verse.catalogs._shared.tasks import Wording, phrasings

QUOTE = Wording(
    requests=phrasings(
        "Give me the latest price of {coin} in USDT, the low and high of the last 24 hours, and how many "
        "{coin} were traded in that time.",
        "Quote {coin} against USDT for me: last price, 24-hour range (low, high) and 24-hour volume in "
        "{coin}.",
    ),
    fuzzy=phrasings(
        "Where is {coin} now, in USDT? Low, high and volume of the past day too.",
        "{coin} in USDT right now, plus how far down and up it went in 24 hours and how much changed "
        "hands (in coins).",
    ),
)

BOOK = Wording(
    requests=phrasings(
        "What are the best bid and ask for {coin} in {quote} at the moment, how wide is the spread "
        "between them, and by how many percent has the price changed in 24 hours?",
        "I want to trade {coin} against {quote}. Tell me the current bid, the current ask, the "
        "difference between the two, and the 24-hour change in percent.",
    ),
    fuzzy=phrasings(
        "How tight is {coin}/{quote} right now? Bid, ask, the gap, and the day's move in percent.",
        "{coin} priced in {quote}: bid and ask this moment, their difference, and the percentage change "
        "since yesterday this time.",
    ),
)

RANGE = Wording(
    requests=phrasings(
        "Take the {count} latest {unit} candles of {coin} against USDT, the one under way included. "
        "What are the highest high, the lowest low and the newest close?",
        "Over the last {count} {unit} candles of {coin}-USDT (counting the unfinished one), how high and "
        "how low did it go, and where does the newest candle close so far?",
    ),
    fuzzy=phrasings(
        "{coin} over the past {count} {unit} candles in USDT, the running one counted: top, bottom and "
        "current close?",
        "How far did {coin} swing in its last {count} {unit} candles (USDT, with the open one)? High, "
        "low, last close.",
    ),
)

WINNER = Wording(
    requests=phrasings(
        "Which of {coins} has {word} against USDT over the last 24 hours, in percent? Name the coin, "
        "the change in percent, its latest price and its price 24 hours ago.",
        "Compare {coins} (all in USDT) over the past 24 hours and pick the one that has {word} by "
        "percentage: symbol, percentage, price now, price at the start of the 24 hours.",
    ),
    fuzzy=phrasings(
        "Out of {coins}, who has {word} in the past day? Percent, price now and a day ago, in USDT.",
        "{coins}: which one has {word} since this time yesterday, by how many percent, from what price "
        "to what (USDT)?",
    ),
)

SWAP = Wording(
    requests=phrasings(
        "I want to swap {amount} {one} for {other} by way of USDT: sell at the current bid, buy at the "
        "current ask, no fees. How much USDT do I get in between, and how many {other} in the end? Tell "
        "me the two prices as well.",
        "Suppose I sell {amount} {one} for USDT at the best bid now and spend all of it on {other} at "
        "the best ask now, without fees. State bid, ask, the USDT in between and the number of {other}.",
    ),
    fuzzy=phrasings(
        "{amount} {one} into {other}, through USDT, selling at bid and buying at ask: what do I end up "
        "with? Show the two prices and the USDT too.",
        "How many {other} would {amount} {one} get me right now if I go over USDT (bid out, ask in, no "
        "fees)? With prices and the amount in the middle.",
    ),
)

AGAINST_AVERAGE = Wording(
    requests=phrasings(
        "Compare the latest price of {coin} (in USDT) with the average of its last {days} finished daily "
        "closes: give the average, the price, and the price divided by the average to four decimals.",
        "Work out the mean daily close of {coin}-USDT over the last {days} complete days, and the ratio "
        "of the current price to it, with four decimals. I want mean, price and ratio.",
    ),
    fuzzy=phrasings(
        "Is {coin} dear or cheap compared with its average close of the past {days} full days? Average, "
        "price now (USDT), and the ratio of the two to four decimals.",
        "{coin} versus its own {days}-day average (finished daily closes, USDT): both numbers and price "
        "over average, four decimals, please.",
    ),
)

WALLET = Wording(
    requests=phrasings(
        "My wallet holds {amounts}. What is it worth at the latest prices in USDT and, at the latest "
        "USDT-BRL price, in reais? And what percentage of a new {brand} {model} would that pay for in "
        "Brazil? Take the first variant that the price table lists for that model, as a new car "
        "(Zero KM), and name the variant and its price.",
        "I own {amounts} and dream of a new {brand} {model} in Brazil. Value the coins in USDT and in "
        "reais (by the exchange's USDT-BRL price), find the price of the first listed variant as a new "
        "car, and tell me how many percent of it I could pay.",
    ),
    fuzzy=phrasings(
        "How far would {amounts} get me towards a new {brand} {model} in Brazil (first variant in the "
        "price list)? Value in USDT and reais, the car and its price, and the percentage.",
        "With {amounts} in my wallet, how much of a brand-new {brand} {model} (the first one in the "
        "Brazilian table) is paid for? USDT, reais, car, price, percent.",
    ),
)
