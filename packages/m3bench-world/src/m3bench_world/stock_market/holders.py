"""Owners of a company: institutions, funds and insiders."""

from __future__ import annotations

from datetime import date, timedelta
from functools import lru_cache

import msgspec

from m3bench_world.data import written
from m3bench_world.stock_market.actions import Actions
from m3bench_world.stock_market.calendar import day_of, number_of
from m3bench_world.stock_market.companies import Company
from m3bench_world.stock_market.news import funds, institutions, person, sample
from m3bench_world.stock_market.prices import Listing, Prices
from m3bench_world.world import World

POSITIONS = written("stock_market", "positions", tuple[str, ...])
DEALS = ("Sale", "Sale", "Sale", "Purchase", "Stock Award")


class Holder(msgspec.Struct, frozen=True):
    name: str
    reported: date
    shares: int
    percent: float
    value: float
    change_percent: float


class Deal(msgspec.Struct, frozen=True):
    """An insider transaction."""

    day: date
    insider: str
    position: str
    kind: str
    shares: int
    value: float


class Insider(msgspec.Struct, frozen=True):
    name: str
    position: str
    shares: int
    latest: Deal | None


class Holders:
    def __init__(self, world: World, prices: Prices, actions: Actions) -> None:
        self._chance = world.chance
        self._today = world.now.date()
        self._prices = prices
        self._actions = actions
        self.deals = lru_cache(maxsize=128)(self._deals)

    def shares(self, company: Company) -> int:
        """Return the shares outstanding today."""
        return company.share_count // self._actions.later_splits(company, self._today)

    def insider_percent(self, company: Company) -> float:
        roster = self.roster(Listing(company.ticker, company))
        return round(100 * sum(insider.shares for insider in roster) / self.shares(company), 4)

    def institution_percent(self, company: Company) -> float:
        return round(self._chance.between(45, 88, "institutions", company.ticker), 2)

    def institution_count(self, company: Company) -> int:
        return self._chance.whole(600, 1_500, "institution count", company.ticker) + round(company.shares / 5)

    def institutions(self, listing: Listing) -> list[Holder]:
        """Return the ten largest institutions."""
        return self._large(listing, institutions(), 0.105)

    def funds(self, listing: Listing) -> list[Holder]:
        return self._large(listing, funds(), 0.04)

    def _large(self, listing: Listing, names: list[str], largest: float) -> list[Holder]:
        company = listing.company
        reported = self._last_filing()
        price = self._prices.close(listing, reported)
        share = largest * self._chance.between(0.6, 1.0, "largest holder", company.ticker, names[0])
        made = []
        for name in sample(self._chance, names, 10, "holders", company.ticker):
            owned = int(self.shares(company) * share)
            change = round(self._chance.between(-6, 7, "holder change", company.ticker, name, reported), 2)
            percent = round(100 * owned / self.shares(company), 4)
            made.append(Holder(name, reported, owned, percent, round(owned * price, 2), change))
            share *= self._chance.between(0.6, 0.92, "next holder", company.ticker, name)
        return made

    def _last_filing(self) -> date:
        """Return the end of the last quarter reported by now, 45 days after it."""
        known = self._today - timedelta(days=45)
        return date(known.year, (known.month - 1) // 3 * 3 + 1, 1) - timedelta(days=1)

    def roster(self, listing: Listing) -> list[Insider]:
        """Return the officers and directors with their shares."""
        deals = self.deals(listing)
        made = []
        for name, position in self.people(listing.company):
            latest = next((deal for deal in deals if deal.insider == name), None)
            made.append(Insider(name, position, self._own(listing.company, name), latest))
        return made

    def people(self, company: Company) -> list[tuple[str, str]]:
        """Return names and positions, without duplicate names."""
        made: dict[str, str] = {}
        for number, position in enumerate(POSITIONS):
            attempt = 0
            while (name := person(self._chance, company.ticker, number, attempt)) in made:
                attempt += 1
            made[name] = position
        return list(made.items())

    def _own(self, company: Company, name: str) -> int:
        part = 0.00001 + 0.004 * self._chance.share("own shares", company.ticker, name) ** 4
        return int(self.shares(company) * part) + 10

    def _deals(self, listing: Listing) -> tuple[Deal, ...]:
        """Return the transactions of the last two years, newest first."""
        company = listing.company
        made = [
            self._deal(listing, name, position, month)
            for name, position in self.people(company)
            for month in map(self._month, range(24))
            if self._chance.happens(0.12, "deal", company.ticker, name, month)
        ]
        known = [deal for deal in made if deal.day <= self._today]
        return tuple(sorted(known, key=lambda deal: (deal.day, deal.insider), reverse=True))

    def _month(self, months_ago: int) -> int:
        return self._today.year * 12 + self._today.month - 1 - months_ago

    def _deal(self, listing: Listing, name: str, position: str, month: int) -> Deal:
        ticker = listing.company.ticker
        chosen = self._chance.whole(1, 26, "deal day", ticker, name, month)
        day = day_of(number_of(date(month // 12, month % 12 + 1, chosen)))
        kind = self._chance.pick(DEALS, "deal kind", ticker, name, month)
        part = self._chance.between(0.02, 0.12, "deal size", ticker, name, month)
        shares = max(1, int(self._own(listing.company, name) * part))
        price = 0.0 if kind == "Stock Award" or day > self._today else self._prices.close(listing, day)
        return Deal(day, name, position, kind, shares, round(shares * price, 2))
