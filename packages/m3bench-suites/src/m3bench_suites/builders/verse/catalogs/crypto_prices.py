"""Crypto prices: quotes and candles of coins as of now, conversions, and what a wallet is worth."""

from __future__ import annotations

from m3bench.checks import Tolerance
from m3bench.core.text import join
from m3bench.suites import Blueprint
from m3bench_suites.builders.fields import code, named, number
from m3bench_suites.builders.verse.catalogs._shared.market import (
    CANDLES,
    PRICE,
    coins,
    divided,
    less,
    mean,
    times,
    total,
)
from m3bench_suites.builders.verse.catalogs._shared.steps import PERCENT, ROUNDED, Apart, Steps, Value, ask
from m3bench_suites.builders.verse.catalogs._shared.tasks import by_number, task
from m3bench_suites.builders.verse.catalogs._shared.wordings import crypto_prices as wordings
from m3bench_suites.builders.verse.family import TaskDraw, VerseFamily

_CLOSE = Tolerance(relative=1e-4)
"""For numbers of coins, which have many decimals."""
_MODELS = (
    ("Toyota", "Corolla Cross XRE"),
    ("Honda", "City"),
    ("Renault", "Kwid"),
    ("Hyundai", "HB20"),
    ("Jeep", "Renegade"),
)


def _quote(draw: TaskDraw) -> Blueprint:
    (coin,) = coins(draw, 1)
    steps = Steps(
        calls=((ask(PRICE, instrument=f"{coin}-USDT"),),),
        values={
            "price": Value("[0].last_price"),
            "low": Value("[0].low_24h"),
            "high": Value("[0].high_24h"),
            "volume": Value("[0].volume_24h", _CLOSE),
        },
        answer=f"{coin}: {{price}} USDT, {{low}} to {{high}} in 24 hours, volume {{volume}}.",
    )
    return task(
        draw,
        "L1",
        steps,
        (
            number("price", "the latest price, in USDT"),
            number("low", "the lowest price of the last 24 hours, in USDT"),
            number("high", "the highest price of the last 24 hours, in USDT"),
            number("volume", "the volume of the last 24 hours, in coins"),
        ),
        wording=wordings.QUOTE,
        words={"coin": coin},
        time_sensitive=True,
    )


def _book(draw: TaskDraw) -> Blueprint:
    quote = draw.pick(("EUR", "BRL", "AUD", "TRY", "SGD"), "quote")
    (coin,) = coins(draw, 1, quote=quote)
    steps = Steps(
        calls=((ask(PRICE, instrument=f"{coin}-{quote}"),), (less("[0].ask", "[0].bid"),)),
        values={
            "bid": Value("[0].bid"),
            "ask": Value("[0].ask"),
            "spread": Value("[1]", Tolerance(absolute=1e-6, relative=0.01), grounds="[[0].ask, [0].bid]"),
            "change": Value("[0].change_24h_percent", PERCENT),
        },
        answer=f"{coin} in {quote}: bid {{bid}}, ask {{ask}}, spread {{spread}}, {{change}} percent a day.",
    )
    return task(
        draw,
        "L1",
        steps,
        (
            number("bid", f"the best bid, in {quote}"),
            number("ask", f"the best ask, in {quote}"),
            number("spread", f"ask minus bid, in {quote}"),
            number("change", "the change over the last 24 hours", "percent"),
        ),
        wording=wordings.BOOK,
        words={"coin": coin, "quote": quote},
        time_sensitive=True,
    )


def _range(draw: TaskDraw) -> Blueprint:
    (coin,) = coins(draw, 1)
    bar, unit = draw.pick((("1H", "hourly"), ("4H", "four-hour"), ("15m", "15-minute")), "bar")
    count = draw.whole(9, 40, "count")
    steps = Steps(
        calls=((ask(CANDLES, instrument=f"{coin}-USDT", bar=bar, limit=count),),),
        values={
            "highest": Value("max([0].candles[*].high)"),
            "lowest": Value("min([0].candles[*].low)"),
            "close": Value("[0].candles[0].close"),
        },
        answer=f"{coin} ranged from {{lowest}} to {{highest}} USDT; the newest close is {{close}}.",
    )
    return task(
        draw,
        "L1",
        steps,
        (
            number("highest", "the highest high of these candles, in USDT"),
            number("lowest", "the lowest low of these candles, in USDT"),
            number("close", "the close of the newest of them, in USDT"),
        ),
        wording=wordings.RANGE,
        words={"coin": coin, "unit": unit, "count": count},
        time_sensitive=True,
    )


def _winner(draw: TaskDraw) -> Blueprint:
    chosen = coins(draw, 4)
    word, pick = draw.pick((("risen most or fallen least", "max_by"), ("done worst", "min_by")), "direction")
    best = f"{pick}([0:4], &change_24h_percent)"
    steps = Steps(
        calls=(tuple(ask(PRICE, instrument=f"{coin}-USDT") for coin in chosen),),
        values={
            "coin": Value(f"{best}.base"),
            "change": Value(f"{best}.change_24h_percent", PERCENT),
            "price": Value(f"{best}.last_price"),
            "opened": Value(f"{best}.open_24h"),
        },
        apart=(Apart("[0:4].change_24h_percent", smallest=pick == "min_by"),),
        answer="{coin}: {change} percent, from {opened} to {price} USDT.",
    )
    return task(
        draw,
        "L2",
        steps,
        (
            code("coin", "the symbol of the coin"),
            number("change", "its change over the last 24 hours", "percent"),
            number("price", "its latest price, in USDT"),
            number("opened", "its price 24 hours ago, in USDT"),
        ),
        wording=wordings.WINNER,
        words={"coins": join(chosen), "word": word},
        time_sensitive=True,
    )


def _swap(draw: TaskDraw) -> Blueprint:
    one, other = coins(draw, 2)
    amount = draw.pick((2.5, 7, 12, 18, 40, 65, 120, 350), "amount")
    steps = Steps(
        calls=(
            (ask(PRICE, instrument=f"{one}-USDT"), ask(PRICE, instrument=f"{other}-USDT")),
            (times("[0].bid", amount),),
            (divided("[2]", "[1].ask"),),
        ),
        values={
            "bid": Value("[0].bid"),
            "ask": Value("[1].ask"),
            "proceeds": Value("[2]", Tolerance(absolute=0.006, relative=1e-5), grounds="[[0].bid]"),
            "received": Value("[3]", _CLOSE, grounds="[[0].bid, [1].ask]"),
        },
        answer=f"{amount} {one} give {{proceeds}} USDT at {{bid}}, buying {{received}} {other} at {{ask}}",
    )
    return task(
        draw,
        "L2",
        steps,
        (
            number("bid", f"the bid for {one}, in USDT"),
            number("ask", f"the ask for {other}, in USDT"),
            number("proceeds", f"what {one} brings, in USDT"),
            number("received", f"how many {other} that buys, to at least four significant digits"),
        ),
        wording=wordings.SWAP,
        words={"one": one, "other": other, "amount": f"{amount:g}"},
        time_sensitive=True,
    )


def _against_average(draw: TaskDraw) -> Blueprint:
    (coin,) = coins(draw, 1)
    days = draw.whole(6, 14, "days")
    closes = f"[0].candles[?complete] | [0:{days}].close"
    steps = Steps(
        calls=(
            (
                ask(CANDLES, instrument=f"{coin}-USDT", bar="1D", limit=days + 1),
                ask(PRICE, instrument=f"{coin}-USDT"),
            ),
            (mean(closes),),
            (divided("[1].last_price", "[2]"),),
        ),
        values={
            "average": Value("[2]", _CLOSE, grounds=closes),
            "price": Value("[1].last_price"),
            "ratio": Value("[3]", Tolerance(absolute=0.00011), grounds="[[1].last_price]"),
        },
        sure=(f"length({closes}) == `{days}`",),
        answer=f"{coin} costs {{price}} USDT; the average close is {{average}}, the ratio {{ratio}}.",
    )
    return task(
        draw,
        "L2",
        steps,
        (
            number("average", "the average of these daily closes, in USDT"),
            number("price", "the latest price, in USDT"),
            number("ratio", "the latest price divided by the average, to four decimals"),
        ),
        wording=wordings.AGAINST_AVERAGE,
        words={"coin": coin, "days": days},
        time_sensitive=True,
    )


def _wallet(draw: TaskDraw) -> Blueprint:
    chosen = coins(draw, 3)
    amounts = _amounts(draw, chosen)
    brand, model = draw.pick(_MODELS, "car")
    new = "[4].models[0].prices[0].price_brl"
    steps = Steps(
        calls=(
            (
                *(ask(PRICE, instrument=f"{coin}-USDT") for coin in chosen),
                ask(PRICE, instrument="USDT-BRL"),
                ask("car-price/search_brand_model_price", brand_name=brand, model_keyword=model),
            ),
            tuple(times(f"[{place}].last_price", amount) for place, amount in enumerate(amounts)),
            (total(("[5]", "[6]", "[7]")),),
            (times("[8]", "[3].last_price"),),
            (divided("[9]", new),),
            (times("[10]", 100),),
        ),
        values={
            "dollars": Value("[8]", ROUNDED, grounds="[0:3].last_price"),
            "reais": Value("[9]", Tolerance(absolute=0.6, relative=2e-5), grounds="[[3].last_price]"),
            "model": Value("[4].models[0].model"),
            "car_price": Value(new),
            "share": Value("[11]", PERCENT, grounds=f"[[3].last_price, {new}]"),
        },
        sure=("starts_with([4].models[0].prices[0].model_year, 'Zero KM')",),
        answer="The wallet: {dollars} USDT or {reais} reais, {share} percent of {model} ({car_price})",
    )
    return task(
        draw,
        "L3",
        steps,
        (
            number("dollars", "what the wallet is worth, in USDT"),
            number("reais", "what the wallet is worth, in Brazilian reais"),
            named("model", "the full name of the car's variant"),
            number("car_price", "the price of the new car, in Brazilian reais"),
            number("share", "the part of the car's price that the wallet covers", "percent"),
        ),
        wording=wordings.WALLET,
        words={
            "amounts": join([f"{n:,} {coin}" for n, coin in zip(amounts, chosen, strict=True)]),
            "brand": brand,
            "model": model,
        },
        time_sensitive=True,
    )


def _amounts(draw: TaskDraw, chosen: list[str]) -> list[int]:
    """Draw how many of each coin there are, so that none is worth next to nothing."""
    exchange = draw.world.exchange
    prices = [exchange.ticker(exchange.find(f"{coin}-USDT")).last for coin in chosen]
    worth = [draw.whole(900, 6_000, "worth", place) for place in range(len(chosen))]
    return [max(1, round(value / price)) for value, price in zip(worth, prices, strict=True)]


FAMILY = VerseFamily(
    number=21,
    name="crypto_prices",
    title="Crypto prices",
    goal="Look up prices and candles of coins as of now, and convert and value them.",
    make=by_number(_quote, _book, _range, _winner, _swap, _against_average, _wallet),
)
