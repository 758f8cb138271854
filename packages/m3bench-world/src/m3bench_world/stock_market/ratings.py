"""Broker ratings of shares, which change over time."""

from __future__ import annotations

from collections import Counter
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from m3bench_world.stock_market.calendar import day_of, number_of
from m3bench_world.stock_market.names import brokers, sample
from m3bench_world.stock_market.prices import Listing, Prices

if TYPE_CHECKING:
    from m3bench_world.world import World

GRADES = ("Strong Sell", "Sell", "Hold", "Buy", "Strong Buy")
FIRST_YEAR = 2020
CHANGES = 0.14
"""Monthly probability of a rating per broker."""


class Rating(msgspec.Struct, frozen=True):
    """A rating. `action` is init, up, down or reit; the target is `upside` times the price of that day."""

    day: date
    firm: str
    grade: str
    before: str
    action: str
    upside: float


class Ratings:
    def __init__(self, world: World, prices: Prices) -> None:
        self._chance = world.chance
        self._today = world.now.date()
        self._prices = prices
        self._all = lru_cache(maxsize=128)(self._made)

    def since(self, listing: Listing, first: date) -> list[Rating]:
        """Return ratings from a day to today, newest first."""
        return [rating for rating in self._all(listing) if rating.day >= first]

    def counts(self, listing: Listing, day: date) -> dict[str, int]:
        """Count brokers by grade at the end of a day."""
        current: dict[str, str] = {}
        for rating in reversed(self._all(listing)):
            if rating.day <= day:
                current[rating.firm] = rating.grade
        counted = Counter(current.values())
        return {grade: counted[grade] for grade in reversed(GRADES)}

    def targets(self, listing: Listing) -> list[float]:
        """Return the latest target of each broker, ascending."""
        latest = {rating.firm: rating for rating in reversed(self._all(listing))}
        return sorted(self.target(listing, rating) for rating in latest.values())

    def target(self, listing: Listing, rating: Rating) -> float:
        """Return a target in dollars, adjusted for splits."""
        target = self._prices.close(listing, rating.day) * rating.upside
        return float(round(target)) if target >= 20 else round(target, 2)

    def _made(self, listing: Listing) -> tuple[Rating, ...]:
        company = listing.company
        worth = company.price * company.shares
        number = 10 + min(20, round(worth / 40_000)) + self._chance.whole(0, 2, "brokers", company.ticker)
        firms = sample(self._chance, brokers(), number, "brokers", company.ticker)
        made = [rating for firm in firms for rating in self._of_firm(listing, firm)]
        return tuple(sorted(made, key=lambda rating: (rating.day, rating.firm), reverse=True))

    def _of_firm(self, listing: Listing, firm: str) -> list[Rating]:
        made: list[Rating] = []
        ticker = listing.company.ticker
        months = (self._today.year - FIRST_YEAR) * 12 + self._today.month
        begun = self._chance.whole(0, 20, "coverage", ticker, firm)
        for month in range(begun, months):
            if month > begun and not self._chance.happens(CHANGES, "rating", ticker, firm, month):
                continue
            day = self._day(ticker, firm, month)
            if day <= self._today:
                made.append(self._rating(listing, firm, day, made[-1].grade if made else ""))
        return made

    def _day(self, ticker: str, firm: str, month: int) -> date:
        day = self._chance.whole(1, 26, "rating day", ticker, firm, month)
        return day_of(number_of(date(FIRST_YEAR + month // 12, month % 12 + 1, day)))

    def _rating(self, listing: Listing, firm: str, day: date, before: str) -> Rating:
        ticker = listing.company.ticker
        liking = self._chance.between(2.2, 3.6, "liking", ticker)
        opinion = liking + self._chance.between(-1.3, 1.3, "opinion", ticker, firm, day)
        grade = GRADES[min(4, max(0, round(opinion)))]
        change = GRADES.index(grade) - GRADES.index(before) if before else 0
        action = ("up" if change > 0 else "down" if change < 0 else "reit") if before else "init"
        upside = 1.02 + 0.07 * (opinion - 2) + self._chance.between(-0.05, 0.05, "target", ticker, firm, day)
        return Rating(day, firm, grade, before, action, upside)
