"""Stock quotes: what shares cost now, what they have done lately, and what a holding is worth."""

from __future__ import annotations

from datetime import timedelta

from m3bench.checks import Tolerance
from m3bench.core.text import join
from m3bench_suites.builders.tasks import Family, Lookups, Value, apart, ask, use
from m3bench_suites.builders.verse.catalogs._shared.market import (
    HISTORY,
    INFO,
    PRICE,
    divided,
    less,
    mean,
    shares,
    times,
    total,
)
from m3bench_suites.builders.verse.catalogs._shared.tolerances import CENTS, PERCENT, ROUNDED, UNGROUNDED
from m3bench_suites.builders.verse.family import TaskDraw

_DATES, _CHAIN = "yahoo-finance/get_option_expiration_dates", "yahoo-finance/get_option_chain"
_FAR = "2035-01-01"
"""After any now: prices up to the latest."""
_ABOUT = Tolerance(relative=0.0005)


def _quote(draw: TaskDraw) -> Lookups:
    (share,) = shares(draw, 1)
    return Lookups(
        level="L1",
        words={"share": share},
        calls=(ask(INFO, ticker=share.ticker),),
        values={
            "price": Value("[0].currentPrice", CENTS),
            "low": Value("[0].dayLow", CENTS),
            "high": Value("[0].dayHigh", CENTS),
            "change": Value("[0].regularMarketChangePercent", PERCENT),
        },
        answer=f"{share}: {{price}} dollars, today from {{low}} to {{high}}, {{change}} percent on the day.",
        live="all",
    )


def _valuation(draw: TaskDraw) -> Lookups:
    (share,) = shares(draw, 1)
    return Lookups(
        level="L1",
        words={"share": share},
        calls=(ask(INFO, ticker=share.ticker),),
        values={
            "market_value": Value("[0].marketCap", _ABOUT),
            "average_50": Value("[0].fiftyDayAverage", CENTS),
            "average_200": Value("[0].twoHundredDayAverage", CENTS),
        },
        answer=f"{share} is worth {{market_value}} dollars; averages {{average_50}} and {{average_200}}.",
        live="all",
    )


def _average_since(draw: TaskDraw) -> Lookups:
    (share,) = shares(draw, 1)
    first = draw.world.now.date() - timedelta(days=draw.whole(12, 25, "days"))
    closes = "[0].prices[*].close"
    return Lookups(
        level="L1",
        words={"share": share, "first": first},
        calls=(
            ask(HISTORY, ticker=share.ticker, start_date=first.isoformat(), end_date=_FAR),
            mean(closes),
        ),
        values={
            "average": Value("[1]", CENTS, grounds=closes),
            "days": Value("[0].count", grounds=UNGROUNDED),
            "highest": Value(f"max({closes})", CENTS),
        },
        answer=f"Mean close of {share} since {first}: {{average}} over {{days}} days, highest {{highest}}.",
        live="all",
    )


def _mover(draw: TaskDraw) -> Lookups:
    chosen = shares(draw, 4)
    best = "max_by([0:4], &regularMarketChangePercent)"
    return Lookups(
        level="L2",
        words={"shares": join([str(share) for share in chosen])},
        calls=(*(ask(INFO, ticker=share.ticker) for share in chosen),),
        values={
            "ticker": f"{best}.symbol",
            "change": Value(f"{best}.regularMarketChangePercent", PERCENT),
            "price": Value(f"{best}.currentPrice", CENTS),
            "volume": f"{best}.volume",
        },
        guards=(apart("[0:4].regularMarketChangePercent", share=0.005),),
        answer="{ticker} does best today: {change} percent, {price} dollars, {volume} shares traded.",
        live="all",
    )


def _holding(draw: TaskDraw) -> Lookups:
    (share,) = shares(draw, 1)
    market = draw.world.stock_market
    count = draw.whole(12, 140, "count")
    last = market.prices.last(market.find(share.ticker))
    spent = round(count * last * draw.whole(80, 118, "cost") / 100)
    return Lookups(
        level="L2",
        words={"share": share, "count": count, "spent": f"{spent:,}"},
        calls=(
            ask(INFO, ticker=share.ticker),
            times("[0].currentPrice", count),
            less("[1]", spent),
            divided("[2]", spent),
            times("[3]", 100),
        ),
        values={
            "price": Value("[0].currentPrice", CENTS),
            "worth": Value("[1]", ROUNDED, grounds="[[0].currentPrice]"),
            "gain": Value("[2]", ROUNDED, grounds="[[0].currentPrice]"),
            "percent": Value("[4]", PERCENT, grounds="[[0].currentPrice]"),
        },
        answer="At {price} dollars it is worth {worth}, a gain of {gain} dollars or {percent} percent.",
        live="all",
    )


def _options(draw: TaskDraw) -> Lookups:
    (share,) = shares(draw, 1)
    kind = draw.pick(("calls", "puts"), "kind")
    place = draw.whole(1, 3, "expiry")
    which = {1: "second", 2: "third", 3: "fourth"}[place]
    most = "max_by([1].options, &open_interest)"
    return Lookups(
        level="L2",
        words={"share": share, "kind": kind, "which": which},
        calls=(
            ask(_DATES, ticker=share.ticker),
            ask(
                _CHAIN,
                ticker=share.ticker,
                expiration_date=use(f"[0].expiration_dates[{place}]"),
                option_type=kind,
            ),
            less(f"{most}.ask", f"{most}.bid"),
        ),
        values={
            "expires": "[1].expiration_date",
            "strike": f"{most}.strike",
            "open_interest": f"{most}.open_interest",
            "last_price": Value(f"{most}.last_price", CENTS),
            "spread": Value("[2]", CENTS, grounds=f"[{most}.ask, {most}.bid]"),
        },
        guards=(apart("[1].options[*].open_interest"),),
        answer="Expiry {expires}: strike {strike}, {open_interest} open, last {last_price}, spread {spread}.",
        live="all",
    )


def _portfolio(draw: TaskDraw) -> Lookups:
    chosen = shares(draw, 3)
    counts = [draw.whole(8, 120, "count", index) for index in range(3)]
    currency = draw.pick(("EUR", "AUD", "SGD", "BRL"), "currency")
    return Lookups(
        level="L3",
        words={
            "positions": join([f"{n} × {share}" for n, share in zip(counts, chosen, strict=True)]),
            "currency": currency,
        },
        calls=(
            *(ask(INFO, ticker=share.ticker) for share in chosen),
            ask(PRICE, instrument=f"USDT-{currency}"),
            *(times(f"[{index}].currentPrice", count) for index, count in enumerate(counts)),
            total(("[4]", "[5]", "[6]")),
            ask("math/max", numbers=use("[4:7]")),
            times("[7]", "[3].last_price"),
            divided("[8]", "[7]"),
            times("[10]", 100),
        ),
        uses={9: (7, 3), 10: (8, 7)},
        values={
            "dollars": Value("[7]", ROUNDED, grounds="[0:3].currentPrice"),
            "rate": "[3].last_price",
            "converted": Value("[9]", ROUNDED, grounds="[[3].last_price, [0].currentPrice]"),
            "largest_share": Value("[11]", PERCENT, grounds="[0:3].currentPrice"),
        },
        answer=f"{{dollars}} dollars, at {{rate}} that is {{converted}} {currency}; the largest position is "
        "{largest_share} percent.",
        live="all",
    )


FAMILY = Family(
    number=20,
    name="stock_quotes",
    title="Stock quotes",
    goal="Look up prices and figures of shares as of now, and value holdings.",
    tasks=(_quote, _valuation, _average_since, _mover, _holding, _options, _portfolio),
    kind="retrieval",
    modalities=("text",),
)
