"""Prices, key figures, news and actions."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated, Any

from m3bench.servers.kit import Answer, BadArgument, about, check_choice, parse_date
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.yahoo_finance.server import Ticker, listing, server
from m3bench_world.stock_market import DAYS_BACK, INTERVALS, INTRADAY, Company, Row, clock

MOST_ROWS = 400
FIRST_DAY = date(2015, 1, 1)


@server.tool
def get_historical_stock_prices(
    context: ToolContext,
    ticker: Ticker,
    start_date: Annotated[str, about("First day, YYYY-MM-DD, from 2015-01-02 on.")],
    end_date: Annotated[str, about("Day after the last one, YYYY-MM-DD: the end is not included.")],
    interval: Annotated[
        str,
        about(
            "Length of a row: 1d, 5d, 1wk, 1mo or 3mo; within the day 1m (last 8 days), 2m, 5m, 15m, 30m, "
            "90m (last 60 days), 60m or 1h (last 730 days)."
        ),
    ] = "1d",
) -> Answer:
    """Open, high, low, close and volume of a share on the trading days of a range, with dividends and splits,
    oldest first. Prices are in US dollars, adjusted for splits but not for dividends; today's row covers the
    session up to now. At most 400 rows: for more, take a shorter range or a longer interval."""
    found = listing(context, ticker)
    length = check_choice(interval, "interval", INTERVALS)
    first, end = _range(context, start_date, end_date, length)
    rows, count = context.world.stock_market.history(found, length, first, end, MOST_ROWS)
    answer: dict[str, Any] = {
        "ticker": found.ticker,
        "currency": "USD",
        "interval": length,
        "count": len(rows),
        "prices": [_row(row, length) for row in rows],
    }
    if count > len(rows):
        answer["note"] = f"The first {len(rows)} of {count} rows; narrow the dates or take a longer interval."
    if not rows:
        answer["note"] = "No trading in this range: weekends, holidays and days after now have no rows."
    return Answer(answer)


def _range(context: ToolContext, start_date: str, end_date: str, length: str) -> tuple[date, date]:
    first, end = parse_date(start_date, "start_date"), parse_date(end_date, "end_date")
    today = context.world.stock_market.today
    if first >= end:
        raise BadArgument("end_date", f"{end} is not after {first}; the end is not included, so add a day")
    if end <= FIRST_DAY or first > today:
        raise BadArgument("start_date", f"there are prices from 2015-01-02 to {today} only")
    if length in INTRADAY and first < today - timedelta(days=DAYS_BACK[length]):
        earliest = today - timedelta(days=DAYS_BACK[length])
        raise BadArgument("start_date", f"rows of {length} reach back to {earliest}; take a longer interval")
    return first, end


def _row(row: Row, interval: str) -> dict[str, Any]:
    begins = clock(row.start)
    return {
        "date": begins.isoformat() if interval in INTRADAY else begins.date().isoformat(),
        "open": row.quote.open,
        "high": row.quote.high,
        "low": row.quote.low,
        "close": row.quote.close,
        "volume": row.quote.volume,
        "dividends": row.dividend,
        "stock_splits": row.split,
    }


@server.tool
def get_stock_info(context: ToolContext, ticker: Ticker) -> Answer:
    """The company behind a share and its key figures now: price, day and 52-week range, market value,
    earnings per share, price/earnings and other ratios, margins, dividends, debt, analysts' targets,
    officers and what the company does. Money is in US dollars; margins and held parts are fractions,
    dividendYield is percent."""
    found = listing(context, ticker)
    stock_market = context.world.stock_market
    company = found.company
    officers = [{"name": name, "title": title} for name, title in stock_market.holders.people(company)[:5]]
    about_company = {
        "symbol": found.ticker,
        "shortName": company.short_name,
        "longName": company.name,
        "quoteType": "EQUITY",
        "exchange": company.market,
        "currency": "USD",
        "sector": company.profile.name,
        "industry": company.industry,
        "headquarters": company.seat,
        "country": company.home,
        "fullTimeEmployees": company.employees * 1_000,
        "longBusinessSummary": _summary(company),
        "companyOfficers": officers,
        "nextEarningsDate": stock_market.accounts.next_report(company).isoformat(),
    }
    return Answer(about_company | stock_market.figures(found))


def _summary(company: Company) -> str:
    return (
        f"{company.name} works in {company.industry.lower()} and belongs to the sector "
        f"{company.profile.name.lower()}. It has its seat in {company.seat} ({company.home}), employs about "
        f"{company.employees * 1_000:,} people, and is listed on {company.market} as {company.ticker}."
    )


@server.tool
def get_yahoo_finance_news(context: ToolContext, ticker: Ticker) -> Answer:
    """The latest news about a company (results, dividends, ratings, insiders' deals, large moves of the
    share), newest first, each with title, summary, publisher, time and link. At most 10."""
    found = listing(context, ticker)
    news = [
        {
            "title": item.title,
            "summary": item.summary,
            "publisher": item.publisher,
            "published": item.published.isoformat().replace("+00:00", "Z"),
            "link": item.link,
        }
        for item in context.world.stock_market.news(found)
    ]
    return Answer({"ticker": found.ticker, "count": len(news), "news": news})


@server.tool
def get_stock_actions(context: ToolContext, ticker: Ticker) -> Answer:
    """Dividends (dollars a share, on the ex-dividend day) and splits (new shares for an old one) of a
    share since 2015, oldest first. Dividends are adjusted for later splits."""
    found = listing(context, ticker)
    actions = [
        {"date": action.day.isoformat(), "dividends": action.dividend, "stock_splits": action.split}
        for action in context.world.stock_market.actions_of(found, FIRST_DAY)
    ]
    return Answer({"ticker": found.ticker, "count": len(actions), "actions": actions})
