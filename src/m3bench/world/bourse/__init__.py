"""A bourse: listed companies with prices, books, owners, options and opinions."""

from m3bench.world.bourse.bourse import Bourse, Row, UnknownTicker
from m3bench.world.bourse.calendar import clock, day_of, is_trading_day
from m3bench.world.bourse.companies import Company
from m3bench.world.bourse.history import DAYS_BACK, INTERVALS, INTRADAY
from m3bench.world.bourse.prices import Listing
from m3bench.world.bourse.statements import FINANCIAL_TYPES

__all__ = [
    "DAYS_BACK",
    "FINANCIAL_TYPES",
    "INTERVALS",
    "INTRADAY",
    "Bourse",
    "Company",
    "Listing",
    "Row",
    "UnknownTicker",
    "clock",
    "day_of",
    "is_trading_day",
]
