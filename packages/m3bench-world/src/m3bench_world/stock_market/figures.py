"""Key figures of a share at the world's time, computed from prices and accounts."""

from __future__ import annotations

from statistics import mean
from typing import TYPE_CHECKING, Any

from m3bench_world.stock_market.accounts import Period
from m3bench_world.stock_market.calendar import SESSION
from m3bench_world.stock_market.prices import Listing, Quote

if TYPE_CHECKING:
    from m3bench_world.stock_market.market import StockMarket

YEAR_OF_DAYS = 252


def ratio(above: float, below: float, digits: int = 4) -> float | None:
    """Return a ratio, or None if the divisor is not positive."""
    return round(above / below, digits) if below > 0 else None


def daily_quotes(stock_market: StockMarket, listing: Listing, days: int) -> list[Quote]:
    """Return the latest trading days, oldest first; today's up to now."""
    now = stock_market.prices.now
    last = (now - 1) // SESSION
    numbers = range(max(0, last - days + 1), last + 1)
    return [
        stock_market.prices.quote(listing, number * SESSION, min(now, (number + 1) * SESSION))
        for number in numbers
    ]


def price_figures(stock_market: StockMarket, listing: Listing) -> dict[str, Any]:
    quotes = daily_quotes(stock_market, listing, YEAR_OF_DAYS)
    today, closes = quotes[-1], [quote.close for quote in quotes]
    before = closes[-2] if len(closes) > 1 else today.open
    return {
        "currentPrice": today.close,
        "previousClose": before,
        "open": today.open,
        "dayHigh": today.high,
        "dayLow": today.low,
        "volume": today.volume,
        "regularMarketChangePercent": round(100 * (today.close / before - 1), 4),
        "fiftyTwoWeekHigh": max(quote.high for quote in quotes),
        "fiftyTwoWeekLow": min(quote.low for quote in quotes),
        "fiftyDayAverage": round(mean(closes[-50:]), 4),
        "twoHundredDayAverage": round(mean(closes[-200:]), 4),
        "averageVolume": round(mean([quote.volume for quote in quotes[-63:]])),
        "beta": stock_market.prices.beta(listing.company),
    }


def market_figures(stock_market: StockMarket, listing: Listing, price: float) -> dict[str, Any]:
    """Return the market value, with all share classes at the price of this one."""
    shares = stock_market.shares(listing)
    return {
        "marketCap": round(price * shares),
        "sharesOutstanding": shares,
        "heldPercentInsiders": round(stock_market.holders.insider_percent(listing.company) / 100, 6),
        "heldPercentInstitutions": round(stock_market.holders.institution_percent(listing.company) / 100, 4),
    }


def dividend_figures(stock_market: StockMarket, listing: Listing, price: float) -> dict[str, Any]:
    paid = [action for action in stock_market.actions_of(listing, stock_market.year_ago) if action.dividend]
    if not paid:
        return {"dividendRate": 0.0, "dividendYield": 0.0, "payoutRatio": 0.0, "exDividendDate": None}
    rate = round(paid[-1].dividend * 4, 4)
    year = stock_market.accounts.last_year(listing.company)
    payout = ratio(year.flows.dividends, year.flows.net_income) if year else None
    return {
        "dividendRate": rate,
        "dividendYield": round(100 * rate / price, 2),
        "payoutRatio": payout,
        "lastDividendValue": paid[-1].dividend,
        "exDividendDate": paid[-1].day.isoformat(),
    }


def business_figures(stock_market: StockMarket, listing: Listing, price: float) -> dict[str, Any]:
    year = stock_market.accounts.last_year(listing.company)
    if year is None:
        return {}
    shares = stock_market.shares(listing)
    earnings = round(year.flows.net_income / shares, 4)
    expected = round(earnings * (1 + stock_market.expected_growth(listing.company)), 4)
    return {
        "trailingEps": earnings,
        "forwardEps": expected,
        "trailingPE": ratio(price, earnings),
        "forwardPE": ratio(price, expected),
        "bookValue": round(year.stocks.equity / shares, 4),
        "priceToBook": ratio(price * shares, year.stocks.equity),
        "priceToSalesTrailing12Months": ratio(price * shares, year.flows.revenue),
        "enterpriseValue": round(price * shares) + year.stocks.debt - year.stocks.cash,
        **_year_figures(year),
    }


def _year_figures(year: Period) -> dict[str, Any]:
    flows, stocks = year.flows, year.stocks
    earnings_before = flows.operating_income + flows.depreciation
    return {
        "totalRevenue": flows.revenue,
        "grossProfits": flows.revenue - flows.cost,
        "ebitda": earnings_before,
        "netIncomeToCommon": flows.net_income,
        "grossMargins": ratio(flows.revenue - flows.cost, flows.revenue),
        "operatingMargins": ratio(flows.operating_income, flows.revenue),
        "profitMargins": ratio(flows.net_income, flows.revenue),
        "returnOnEquity": ratio(flows.net_income, stocks.equity),
        "returnOnAssets": ratio(flows.net_income, stocks.assets),
        "totalCash": stocks.cash,
        "totalDebt": stocks.debt,
        "debtToEquity": ratio(100 * stocks.debt, stocks.equity, 2),
        "currentRatio": ratio(stocks.cash + stocks.receivables + stocks.inventory, stocks.payables, 2),
        "operatingCashflow": flows.operating_cash,
        "freeCashflow": flows.operating_cash - flows.investment,
        "mostRecentQuarter": year.end.isoformat(),
    }


def opinion_figures(stock_market: StockMarket, listing: Listing) -> dict[str, Any]:
    targets = stock_market.ratings.targets(listing)
    counts = stock_market.ratings.counts(listing, stock_market.today)
    number = sum(counts.values())
    if not number:
        return {"numberOfAnalystOpinions": 0}
    score = sum(index * count for index, count in enumerate(counts.values(), start=1)) / number
    keys = ("strong_buy", "buy", "hold", "underperform", "sell")
    return {
        "targetHighPrice": targets[-1],
        "targetLowPrice": targets[0],
        "targetMeanPrice": round(mean(targets), 2),
        "recommendationMean": round(score, 2),
        "recommendationKey": keys[min(4, max(0, round(score) - 1))],
        "numberOfAnalystOpinions": number,
    }
