"""The stock market: listed companies, their prices, accounts, owners and news."""

from m3bench_world.stock_market.calendar import clock, day_of, is_trading_day
from m3bench_world.stock_market.companies import Company, companies
from m3bench_world.stock_market.market import DAYS_BACK, INTERVALS, INTRADAY, Row, StockMarket, UnknownTicker
from m3bench_world.stock_market.prices import Listing
from m3bench_world.stock_market.statements import FINANCIAL_TYPES

__all__ = [
    "DAYS_BACK",
    "FINANCIAL_TYPES",
    "INTERVALS",
    "INTRADAY",
    "Company",
    "Listing",
    "Row",
    "StockMarket",
    "UnknownTicker",
    "clock",
    "companies",
    "day_of",
    "is_trading_day",
]
