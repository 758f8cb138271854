"""Options and analysts' recommendations."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

from m3bench.servers.kit import Answer, BadArgument, NotFound, about, check_choice, parse_date
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.yahoo_finance.server import Ticker, listing, server
from m3bench_world.stock_market import Listing

OPTION_TYPES = ("calls", "puts")
RECOMMENDATION_TYPES = ("recommendations", "upgrades_downgrades")
MOST_MONTHS = 120
MOST_RATINGS = 100


@server.tool
def get_option_expiration_dates(context: ToolContext, ticker: Ticker) -> Answer:
    """The days on which options on a share expire, nearest first, as YYYY-MM-DD: for get_option_chain."""
    found = listing(context, ticker)
    days = [expires.isoformat() for expires in context.world.stock_market.expirations()]
    return Answer({"ticker": found.ticker, "expiration_dates": days})


@server.tool
def get_option_chain(
    context: ToolContext,
    ticker: Ticker,
    expiration_date: Annotated[str, about("A day that get_option_expiration_dates gives, YYYY-MM-DD.")],
    option_type: Annotated[str, about("calls or puts.")],
) -> Answer:
    """The options of one kind on a share that expire on a day, by strike: last price, bid, ask, implied
    volatility, volume, open interest, and whether in the money. Prices are in US dollars a share."""
    found = listing(context, ticker)
    singular = {"call": "calls", "put": "puts"}.get(option_type.strip().lower(), option_type)
    kind = check_choice(singular, "option_type", OPTION_TYPES)
    expires = parse_date(expiration_date, "expiration_date")
    known = context.world.stock_market.expirations()
    if expires not in known:
        nearest = sorted(known, key=lambda other: abs((other - expires).days))[:5]
        near = [other.isoformat() for other in sorted(nearest)]
        raise NotFound(f"no options on {found.ticker} expire on {expires}", near)
    options = [
        {
            "contract": option.symbol,
            "strike": option.strike,
            "last_price": option.last,
            "bid": option.bid,
            "ask": option.ask,
            "implied_volatility": option.volatility,
            "volume": option.volume,
            "open_interest": option.open_interest,
            "in_the_money": option.in_the_money,
        }
        for option in context.world.stock_market.chain(found, expires, call=kind == "calls")
    ]
    return Answer(
        {
            "ticker": found.ticker,
            "expiration_date": expires.isoformat(),
            "option_type": kind,
            "underlying_price": context.world.stock_market.prices.last(found),
            "options": options,
        }
    )


def _months_before(today: date, months: int) -> date:
    number = today.year * 12 + today.month - 1 - months
    return date(number // 12, number % 12 + 1, min(today.day, 28))


def _counts(context: ToolContext, found: Listing) -> list[dict[str, Any]]:
    """Count brokers by grade, now and in the three months before."""
    made = []
    for months in range(4):
        stock_market = context.world.stock_market
        counts = stock_market.ratings.counts(
            found, _months_before(stock_market.today, months) if months else stock_market.today
        )
        named = {grade.lower().replace(" ", "_"): count for grade, count in counts.items()}
        made.append({"period": f"-{months}m" if months else "0m", **named})
    return made


def _changes(context: ToolContext, found: Listing, months_back: int) -> list[dict[str, Any]]:
    ratings = context.world.stock_market.ratings
    first = _months_before(context.world.stock_market.today, months_back)
    return [
        {
            "date": rating.day.isoformat(),
            "firm": rating.firm,
            "to_grade": rating.grade,
            "from_grade": rating.before,
            "action": rating.action,
            "price_target": ratings.target(found, rating),
        }
        for rating in ratings.since(found, first)[:MOST_RATINGS]
    ]


@server.tool
def get_recommendations(
    context: ToolContext,
    ticker: Ticker,
    recommendation_type: Annotated[
        str,
        about(
            "'recommendations': how many analysts hold each grade, now and in the three months before; "
            "'upgrades_downgrades': the single ratings."
        ),
    ],
    months_back: Annotated[
        int, about("For upgrades_downgrades: how many months to look back, 1 to 120.")
    ] = 12,
) -> Answer:
    """What analysts recommend for a share: counts by grade, or the ratings of the last months, newest
    first, with firm, new and old grade, action (init, up, down, reit: as before) and price target. At
    most 100 ratings."""
    found = listing(context, ticker)
    wanted = check_choice(recommendation_type, "recommendation_type", RECOMMENDATION_TYPES)
    if months_back < 1:
        raise BadArgument("months_back", f"{months_back} is not a whole number from 1 to {MOST_MONTHS}")
    months = min(months_back, MOST_MONTHS)
    rows = _counts(context, found) if wanted == "recommendations" else _changes(context, found, months)
    return Answer({"ticker": found.ticker, "recommendation_type": wanted, "count": len(rows), "rows": rows})
