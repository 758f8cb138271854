"""Crypto prices: quotes and candles of coins as of now, conversions, and what a wallet is worth."""

from __future__ import annotations

from m3bench.checks import Tolerance
from m3bench.core.text import join
from m3bench_suites.builders.tasks import Family, Lookups, Value, apart, ask, holds
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
from m3bench_suites.builders.verse.catalogs._shared.tolerances import PERCENT, ROUNDED
from m3bench_suites.builders.verse.family import TaskDraw

_CLOSE = Tolerance(relative=1e-4)
"""For numbers of coins, which have many decimals."""
_MODELS = (
    ("Toyota", "Corolla Cross XRE"),
    ("Honda", "City"),
    ("Renault", "Kwid"),
    ("Hyundai", "HB20"),
    ("Jeep", "Renegade"),
)


def _quote(draw: TaskDraw) -> Lookups:
    (coin,) = coins(draw, 1)
    return Lookups(
        level="L1",
        words={"coin": coin},
        calls=(ask(PRICE, instrument=f"{coin}-USDT"),),
        values={
            "price": "[0].last_price",
            "low": "[0].low_24h",
            "high": "[0].high_24h",
            "volume": Value("[0].volume_24h", _CLOSE),
        },
        answer=f"{coin}: {{price}} USDT, {{low}} to {{high}} in 24 hours, volume {{volume}}.",
        live="all",
    )


def _book(draw: TaskDraw) -> Lookups:
    quote = draw.pick(("EUR", "BRL", "AUD", "TRY", "SGD"), "quote")
    (coin,) = coins(draw, 1, quote=quote)
    return Lookups(
        level="L1",
        words={"coin": coin, "quote": quote},
        calls=(
            ask(PRICE, instrument=f"{coin}-{quote}"),
            less("[0].ask", "[0].bid"),
        ),
        values={
            "bid": "[0].bid",
            "ask": "[0].ask",
            "spread": Value("[1]", Tolerance(absolute=1e-6, relative=0.01), grounds="[[0].ask, [0].bid]"),
            "change": Value("[0].change_24h_percent", PERCENT),
        },
        answer=f"{coin} in {quote}: bid {{bid}}, ask {{ask}}, spread {{spread}}, {{change}} percent a day.",
        live="all",
    )


def _range(draw: TaskDraw) -> Lookups:
    (coin,) = coins(draw, 1)
    bar, unit = draw.pick((("1H", "hourly"), ("4H", "four-hour"), ("15m", "15-minute")), "bar")
    count = draw.whole(9, 40, "count")
    return Lookups(
        level="L1",
        words={"coin": coin, "unit": unit, "count": count},
        calls=(ask(CANDLES, instrument=f"{coin}-USDT", bar=bar, limit=count),),
        values={
            "highest": "max([0].candles[*].high)",
            "lowest": "min([0].candles[*].low)",
            "close": "[0].candles[0].close",
        },
        answer=f"{coin} ranged from {{lowest}} to {{highest}} USDT; the newest close is {{close}}.",
        live="all",
    )


def _winner(draw: TaskDraw) -> Lookups:
    chosen = coins(draw, 4)
    word, pick = draw.pick((("risen most or fallen least", "max_by"), ("done worst", "min_by")), "direction")
    best = f"{pick}([0:4], &change_24h_percent)"
    return Lookups(
        level="L2",
        words={"coins": join(chosen), "word": word},
        calls=(*(ask(PRICE, instrument=f"{coin}-USDT") for coin in chosen),),
        values={
            "coin": f"{best}.base",
            "change": Value(f"{best}.change_24h_percent", PERCENT),
            "price": f"{best}.last_price",
            "opened": f"{best}.open_24h",
        },
        guards=(apart("[0:4].change_24h_percent", share=0.005, lowest=True),),
        answer="{coin}: {change} percent, from {opened} to {price} USDT.",
        live="all",
    )


def _swap(draw: TaskDraw) -> Lookups:
    one, other = coins(draw, 2)
    amount = draw.pick((2.5, 7, 12, 18, 40, 65, 120, 350), "amount")
    return Lookups(
        level="L2",
        words={"one": one, "other": other, "amount": f"{amount:g}"},
        calls=(
            ask(PRICE, instrument=f"{one}-USDT"),
            ask(PRICE, instrument=f"{other}-USDT"),
            times("[0].bid", amount),
            divided("[2]", "[1].ask"),
        ),
        uses={3: (2, 1)},
        values={
            "bid": "[0].bid",
            "ask": "[1].ask",
            "proceeds": Value("[2]", Tolerance(absolute=0.006, relative=1e-5), grounds="[[0].bid]"),
            "received": Value("[3]", _CLOSE, grounds="[[0].bid, [1].ask]"),
        },
        answer=f"{amount} {one} give {{proceeds}} USDT at {{bid}}, buying {{received}} {other} at {{ask}}",
        live="all",
    )


def _against_average(draw: TaskDraw) -> Lookups:
    (coin,) = coins(draw, 1)
    days = draw.whole(6, 14, "days")
    closes = f"[0].candles[?complete] | [0:{days}].close"
    return Lookups(
        level="L2",
        words={"coin": coin, "days": days},
        calls=(
            ask(CANDLES, instrument=f"{coin}-USDT", bar="1D", limit=days + 1),
            ask(PRICE, instrument=f"{coin}-USDT"),
            mean(closes),
            divided("[1].last_price", "[2]"),
        ),
        uses={2: (0, 1)},
        values={
            "average": Value("[2]", _CLOSE, grounds=closes),
            "price": "[1].last_price",
            "ratio": Value("[3]", Tolerance(absolute=0.00011), grounds="[[1].last_price]"),
        },
        guards=(holds(f"length({closes}) == `{days}`"),),
        answer=f"{coin} costs {{price}} USDT; the average close is {{average}}, the ratio {{ratio}}.",
        live="all",
    )


def _wallet(draw: TaskDraw) -> Lookups:
    chosen = coins(draw, 3)
    amounts = _amounts(draw, chosen)
    brand, model = draw.pick(_MODELS, "car")
    new = "[4].models[0].prices[0].price_brl"
    return Lookups(
        level="L3",
        words={
            "amounts": join([f"{n:,} {coin}" for n, coin in zip(amounts, chosen, strict=True)]),
            "brand": brand,
            "model": model,
        },
        calls=(
            *(ask(PRICE, instrument=f"{coin}-USDT") for coin in chosen),
            ask(PRICE, instrument="USDT-BRL"),
            ask("car-price/search_brand_model_price", brand_name=brand, model_keyword=model),
            *(times(f"[{index}].last_price", amount) for index, amount in enumerate(amounts)),
            total(("[5]", "[6]", "[7]")),
            times("[8]", "[3].last_price"),
            divided("[9]", new),
            times("[10]", 100),
        ),
        uses={9: (8, 3), 10: (9, 4)},
        values={
            "dollars": Value("[8]", ROUNDED, grounds="[0:3].last_price"),
            "reais": Value("[9]", Tolerance(absolute=0.6, relative=2e-5), grounds="[[3].last_price]"),
            "model": "[4].models[0].model",
            "car_price": new,
            "share": Value("[11]", PERCENT, grounds=f"[[3].last_price, {new}]"),
        },
        guards=(holds("starts_with([4].models[0].prices[0].model_year, 'Zero KM')"),),
        answer="The wallet: {dollars} USDT or {reais} reais, {share} percent of {model} ({car_price})",
        live="all",
    )


def _amounts(draw: TaskDraw, chosen: list[str]) -> list[int]:
    """Draw how many of each coin there are, so that none is worth next to nothing."""
    exchange = draw.world.exchange
    prices = [exchange.ticker(exchange.find(f"{coin}-USDT")).last for coin in chosen]
    worth = [draw.whole(900, 6_000, "worth", index) for index in range(len(chosen))]
    return [max(1, round(value / price)) for value, price in zip(worth, prices, strict=True)]


FAMILY = Family(
    number=21,
    name="crypto_prices",
    title="Crypto prices",
    goal="Look up prices and candles of coins as of now, and convert and value them.",
    tasks=(_quote, _book, _range, _winner, _swap, _against_average, _wallet),
    kind="retrieval",
    modalities=("text",),
)
