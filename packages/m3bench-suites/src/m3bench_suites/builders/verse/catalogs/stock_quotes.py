"""Stock quotes: what shares cost now, what they have done lately, and what a holding is worth."""

from __future__ import annotations

from datetime import timedelta

from m3bench.checks import Tolerance
from m3bench.core.text import join
from m3bench.suites import Blueprint
from m3bench_suites.builders.fields import code, day, number
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
from m3bench_suites.builders.verse.catalogs._shared.steps import (
    CENTS,
    PERCENT,
    ROUNDED,
    UNGROUNDED,
    Apart,
    Steps,
    Value,
    ask,
    taken,
)
from m3bench_suites.builders.verse.catalogs._shared.tasks import by_number, task
from m3bench_suites.builders.verse.catalogs._shared.wordings import stock_quotes as wordings
from m3bench_suites.builders.verse.family import TaskDraw, VerseFamily

_DATES, _CHAIN = "yahoo-finance/get_option_expiration_dates", "yahoo-finance/get_option_chain"
_FAR = "2035-01-01"
"""After any now: prices up to the latest."""
_ABOUT = Tolerance(relative=0.0005)


def _quote(draw: TaskDraw) -> Blueprint:
    (share,) = shares(draw, 1)
    steps = Steps(
        calls=((ask(INFO, ticker=share.ticker),),),
        values={
            "price": Value("[0].currentPrice", CENTS),
            "low": Value("[0].dayLow", CENTS),
            "high": Value("[0].dayHigh", CENTS),
            "change": Value("[0].regularMarketChangePercent", PERCENT),
        },
        answer=f"{share}: {{price}} dollars, today from {{low}} to {{high}}, {{change}} percent on the day.",
    )
    return task(
        draw,
        "L1",
        steps,
        (
            number("price", "the latest price", "USD"),
            number("low", "the lowest price of today's session so far", "USD"),
            number("high", "the highest price of today's session so far", "USD"),
            number("change", "the change since the previous close", "percent"),
        ),
        wording=wordings.QUOTE,
        words={"share": share},
        time_sensitive=True,
    )


def _valuation(draw: TaskDraw) -> Blueprint:
    (share,) = shares(draw, 1)
    steps = Steps(
        calls=((ask(INFO, ticker=share.ticker),),),
        values={
            "market_value": Value("[0].marketCap", _ABOUT),
            "average_50": Value("[0].fiftyDayAverage", CENTS),
            "average_200": Value("[0].twoHundredDayAverage", CENTS),
        },
        answer=f"{share} is worth {{market_value}} dollars; averages {{average_50}} and {{average_200}}.",
    )
    return task(
        draw,
        "L1",
        steps,
        (
            number("market_value", "what the whole company is worth on the market now", "USD"),
            number("average_50", "the average price of the last 50 days", "USD"),
            number("average_200", "the average price of the last 200 days", "USD"),
        ),
        wording=wordings.VALUATION,
        words={"share": share},
        time_sensitive=True,
    )


def _average_since(draw: TaskDraw) -> Blueprint:
    (share,) = shares(draw, 1)
    first = draw.world.now.date() - timedelta(days=draw.whole(12, 25, "days"))
    closes = "[0].prices[*].close"
    steps = Steps(
        calls=(
            (ask(HISTORY, ticker=share.ticker, start_date=first.isoformat(), end_date=_FAR),),
            (mean(closes),),
        ),
        values={
            "average": Value("[1]", CENTS, grounds=closes),
            "days": Value("[0].count", grounds=UNGROUNDED),
            "highest": Value(f"max({closes})", CENTS),
        },
        answer=f"Mean close of {share} since {first}: {{average}} over {{days}} days, highest {{highest}}.",
    )
    return task(
        draw,
        "L1",
        steps,
        (
            number("average", "the average of the daily closes", "USD"),
            number("days", "the number of trading days, today's included"),
            number("highest", "the highest of the daily closes", "USD"),
        ),
        wording=wordings.AVERAGE_SINCE,
        words={"share": share, "first": first},
        time_sensitive=True,
    )


def _mover(draw: TaskDraw) -> Blueprint:
    chosen = shares(draw, 4)
    best = "max_by([0:4], &regularMarketChangePercent)"
    steps = Steps(
        calls=(tuple(ask(INFO, ticker=share.ticker) for share in chosen),),
        values={
            "ticker": Value(f"{best}.symbol"),
            "change": Value(f"{best}.regularMarketChangePercent", PERCENT),
            "price": Value(f"{best}.currentPrice", CENTS),
            "volume": Value(f"{best}.volume"),
        },
        apart=(Apart("[0:4].regularMarketChangePercent"),),
        answer="{ticker} does best today: {change} percent, {price} dollars, {volume} shares traded.",
    )
    return task(
        draw,
        "L2",
        steps,
        (
            code("ticker", "the ticker of the share"),
            number("change", "its change since the previous close", "percent"),
            number("price", "its latest price", "USD"),
            number("volume", "how many of its shares were traded today so far"),
        ),
        wording=wordings.MOVER,
        words={"shares": join([str(share) for share in chosen])},
        time_sensitive=True,
    )


def _holding(draw: TaskDraw) -> Blueprint:
    (share,) = shares(draw, 1)
    market = draw.world.stock_market
    count = draw.whole(12, 140, "count")
    last = market.prices.last(market.find(share.ticker))
    spent = round(count * last * draw.whole(80, 118, "cost") / 100)
    steps = Steps(
        calls=(
            (ask(INFO, ticker=share.ticker),),
            (times("[0].currentPrice", count),),
            (less("[1]", spent),),
            (divided("[2]", spent),),
            (times("[3]", 100),),
        ),
        values={
            "price": Value("[0].currentPrice", CENTS),
            "worth": Value("[1]", ROUNDED, grounds="[[0].currentPrice]"),
            "gain": Value("[2]", ROUNDED, grounds="[[0].currentPrice]"),
            "percent": Value("[4]", PERCENT, grounds="[[0].currentPrice]"),
        },
        answer="At {price} dollars it is worth {worth}, a gain of {gain} dollars or {percent} percent.",
    )
    return task(
        draw,
        "L2",
        steps,
        (
            number("price", "the latest price of the share", "USD"),
            number("worth", "what the holding is worth", "USD"),
            number("gain", "worth minus cost; negative for a loss", "USD"),
            number("percent", "the gain in percent of the cost; negative for a loss", "percent"),
        ),
        wording=wordings.HOLDING,
        words={"share": share, "count": count, "spent": f"{spent:,}"},
        time_sensitive=True,
    )


def _options(draw: TaskDraw) -> Blueprint:
    (share,) = shares(draw, 1)
    kind = draw.pick(("calls", "puts"), "kind")
    place = draw.whole(1, 3, "expiry")
    which = {1: "second", 2: "third", 3: "fourth"}[place]
    most = "max_by([1].options, &open_interest)"
    steps = Steps(
        calls=(
            (ask(_DATES, ticker=share.ticker),),
            (
                ask(
                    _CHAIN,
                    ticker=share.ticker,
                    expiration_date=taken(f"[0].expiration_dates[{place}]"),
                    option_type=kind,
                ),
            ),
            (less(f"{most}.ask", f"{most}.bid"),),
        ),
        values={
            "expires": Value("[1].expiration_date"),
            "strike": Value(f"{most}.strike"),
            "open_interest": Value(f"{most}.open_interest"),
            "last_price": Value(f"{most}.last_price", CENTS),
            "spread": Value("[2]", CENTS, grounds=f"[{most}.ask, {most}.bid]"),
        },
        apart=(Apart("[1].options[*].open_interest", 0.0),),
        answer="Expiry {expires}: strike {strike}, {open_interest} open, last {last_price}, spread {spread}.",
    )
    return task(
        draw,
        "L2",
        steps,
        (
            number("strike", "the strike of that option", "USD"),
            day("expires", "the day on which it expires"),
            number("open_interest", "its open interest, in contracts"),
            number("last_price", "its last price", "USD"),
            number("spread", "its ask minus its bid", "USD"),
        ),
        wording=wordings.OPTIONS,
        words={"share": share, "kind": kind, "which": which},
        time_sensitive=True,
    )


def _portfolio(draw: TaskDraw) -> Blueprint:
    chosen = shares(draw, 3)
    counts = [draw.whole(8, 120, "count", place) for place in range(3)]
    currency = draw.pick(("EUR", "AUD", "SGD", "BRL"), "currency")
    steps = Steps(
        calls=(
            (
                *(ask(INFO, ticker=share.ticker) for share in chosen),
                ask(PRICE, instrument=f"USDT-{currency}"),
            ),
            tuple(times(f"[{place}].currentPrice", count) for place, count in enumerate(counts)),
            (total(("[4]", "[5]", "[6]")), ask("math/max", numbers=taken("[4:7]"))),
            (times("[7]", "[3].last_price"), divided("[8]", "[7]")),
            (times("[10]", 100),),
        ),
        values={
            "dollars": Value("[7]", ROUNDED, grounds="[0:3].currentPrice"),
            "rate": Value("[3].last_price"),
            "converted": Value("[9]", ROUNDED, grounds="[[3].last_price, [0].currentPrice]"),
            "largest_share": Value("[11]", PERCENT, grounds="[0:3].currentPrice"),
        },
        answer=f"{{dollars}} dollars, at {{rate}} that is {{converted}} {currency}; the largest position is "
        "{largest_share} percent.",
    )
    return task(
        draw,
        "L3",
        steps,
        (
            number("dollars", "what the portfolio is worth", "USD"),
            number("rate", f"the latest price of one USDT in {currency}"),
            number("converted", f"what the portfolio is worth, in {currency}"),
            number("largest_share", "the part of its largest position in the portfolio", "percent"),
        ),
        wording=wordings.PORTFOLIO,
        words={
            "positions": join([f"{n} × {share}" for n, share in zip(counts, chosen, strict=True)]),
            "currency": currency,
        },
        time_sensitive=True,
    )


FAMILY = VerseFamily(
    number=20,
    name="stock_quotes",
    title="Stock quotes",
    goal="Look up prices and figures of shares as of now, and value holdings.",
    make=by_number(_quote, _valuation, _average_since, _mover, _holding, _options, _portfolio),
)
