"""Splits and dividends of a company, and their effect on prices and share counts."""

from __future__ import annotations

import math
from datetime import date
from functools import lru_cache

import msgspec

from m3bench_world.chance import Chance
from m3bench_world.stock_market.calendar import FIRST_YEAR, day_of, number_of
from m3bench_world.stock_market.companies import Company

PRICED_YEAR = 2025
LAST_SPLIT_YEAR = 2025
DIVIDEND_UNIT = 10_000
"""Dividend units per dollar."""


class Action(msgspec.Struct, frozen=True):
    """A dividend in dollars per share, or a split ratio; the other is 0."""

    day: date
    dividend: float = 0.0
    split: int = 0


def _dividend_units(amount: float) -> int:
    """Round to units: half cents, single units for small dividends, at least one."""
    if amount > 0.05:
        return round(amount * 200) * DIVIDEND_UNIT // 200
    return max(1, round(amount * DIVIDEND_UNIT))


class Actions:
    """Splits and dividends.

    Amounts are for shares as counted at the end of the table, after all splits; multiply by `later_splits`
    for an earlier day.
    """

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.splits = lru_cache(maxsize=512)(self._splits)

    def growth(self, company: Company) -> float:
        """Return the annual growth of the company."""
        return company.profile.growth * self._chance.between(0.3, 1.5, "growth", company.ticker)

    def _splits(self, company: Company) -> tuple[Action, ...]:
        if not 30 < company.price < 5_000:
            return ()
        made: list[Action] = []
        for year in range(FIRST_YEAR + 1, LAST_SPLIT_YEAR):
            if not made and self._chance.happens(0.05, "split", company.ticker, year):
                month = self._chance.whole(1, 12, "split month", company.ticker, year)
                day = self._chance.whole(2, 27, "split day", company.ticker, year)
                ratio = self._chance.pick((2, 2, 3, 4, 5, 10, 20), "split ratio", company.ticker, year)
                made.append(Action(day_of(number_of(date(year, month, day))), split=ratio))
        return tuple(made)

    def later_splits(self, company: Company, day: date) -> int:
        """Return how many present shares one share of a day has become."""
        return math.prod(action.split for action in self.splits(company) if action.day > day)

    def dividends(self, company: Company, year: int) -> tuple[Action, ...]:
        """Return the four dividends of a year, if the company pays any."""
        begun = self._chance.whole(2000, 2019, "first dividend", company.ticker)
        if company.dividend_yield == 0 or year < begun:
            return ()
        level = math.exp(self.growth(company) * (min(year, 2040) - PRICED_YEAR))
        amount = company.price * company.dividend_yield / 400 * level
        units = _dividend_units(amount)
        first_month = self._chance.whole(1, 3, "dividend month", company.ticker)
        made = []
        for month in range(first_month, 13, 3):
            day = self._chance.whole(3, 24, "dividend day", company.ticker, month)
            made.append(Action(day_of(number_of(date(year, month, day))), dividend=units / DIVIDEND_UNIT))
        return tuple(made)

    def between(self, company: Company, first: date, end: date) -> list[Action]:
        """Return all actions from a day up to another, oldest first."""
        years = range(max(first.year, FIRST_YEAR), end.year + 1)
        found = [action for year in years for action in self.dividends(company, year)]
        found += self.splits(company)
        return sorted(
            (action for action in found if first <= action.day < end), key=lambda action: action.day
        )
