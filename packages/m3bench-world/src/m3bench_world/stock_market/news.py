"""News about events of a company, in a sentence or two."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import msgspec

from m3bench_world.stock_market.calendar import SESSION, day_of
from m3bench_world.stock_market.names import PAPERS
from m3bench_world.stock_market.prices import Listing

if TYPE_CHECKING:
    from m3bench_world.stock_market.market import StockMarket
    from m3bench_world.world import World

REACH = timedelta(days=100)
MOST = 10
LARGE_MOVE = 0.035


class News(msgspec.Struct, frozen=True):
    published: datetime
    title: str
    summary: str
    publisher: str
    link: str


def billions(amount: int) -> str:
    return f"${amount / 1e9:,.2f} billion" if abs(amount) >= 1e9 else f"${amount / 1e6:,.1f} million"


class Newsroom:
    def __init__(self, world: World, stock_market: StockMarket) -> None:
        self._world = world
        self._bourse = stock_market

    def about(self, listing: Listing) -> list[News]:
        """Return the latest news, newest first."""
        stories = [*self._results(listing), *self._actions(listing), *self._ratings(listing)]
        stories += [*self._deals(listing), *self._moves(listing)]
        news = [self._printed(listing, *story) for story in stories]
        known = [item for item in news if item.published <= self._world.now]
        return sorted(known, key=lambda item: (item.published, item.title), reverse=True)[:MOST]

    @property
    def _first(self) -> date:
        return self._world.now.date() - REACH

    def _printed(self, listing: Listing, day: date, title: str, summary: str) -> News:
        chance = self._world.chance
        paper, domain = chance.pick(PAPERS, "paper", listing.ticker, title)
        minutes = chance.whole(21 * 60, 23 * 60 + 50, "published", listing.ticker, title)
        midnight = datetime(day.year, day.month, day.day, tzinfo=UTC)
        number = chance.bits("article", listing.ticker, day, title) % 10**8
        link = f"https://{domain}/{day:%Y/%m/%d}/{listing.ticker.lower()}-{number:08d}"
        return News(midnight + timedelta(minutes=minutes), title, summary, paper, link)

    def _results(self, listing: Listing) -> Iterator[tuple[date, str, str]]:
        company = listing.company
        quarters = self._bourse.accounts.quarters(company)
        for index, period in enumerate(quarters):
            if period.reported < self._first or index < 4:
                continue
            revenue, earlier = period.flows.revenue, quarters[index - 4].flows.revenue
            change = 100 * (revenue / earlier - 1)
            quarter = f"Q{(period.end.month + 2) // 3} {period.end.year}"
            earned = "earns" if period.flows.net_income >= 0 else "loses"
            title = f"{company.short_name} {earned} {billions(abs(period.flows.net_income))} in {quarter}"
            way = "up" if change >= 0 else "down"
            summary = f"Revenue was {billions(revenue)}, {way} {abs(change):.1f}% on a year before."
            yield period.reported, title, summary

    def _actions(self, listing: Listing) -> Iterator[tuple[date, str, str]]:
        name = listing.company.short_name
        for action in self._bourse.actions_of(listing, self._first):
            if action.split:
                yield (
                    action.day,
                    f"{name} splits its shares {action.split} for 1",
                    "Prices are adjusted for it.",
                )
            else:
                summary = (
                    f"From today {listing.ticker} trades without a dividend of ${action.dividend:g} a share."
                )
                yield action.day, f"{name} goes ex-dividend", summary

    def _ratings(self, listing: Listing) -> Iterator[tuple[date, str, str]]:
        for rating in self._bourse.ratings.since(listing, self._first):
            if rating.action not in ("up", "down"):
                continue
            verb = "raises" if rating.action == "up" else "lowers"
            title = f"{rating.firm} {verb} {listing.company.short_name} to {rating.grade}"
            target = self._bourse.ratings.target(listing, rating)
            yield rating.day, title, f"It said {rating.before} before; the target is now ${target:,.2f}."

    def _deals(self, listing: Listing) -> Iterator[tuple[date, str, str]]:
        for deal in self._bourse.holders.deals(listing):
            if deal.day >= self._first and deal.kind in ("Sale", "Purchase"):
                verb = "sells" if deal.kind == "Sale" else "buys"
                title = f"{deal.insider}, {deal.position} of {listing.company.short_name}, {verb} shares"
                yield deal.day, title, f"It was a deal of {deal.shares:,} shares worth ${deal.value:,.0f}."

    def _moves(self, listing: Listing) -> Iterator[tuple[date, str, str]]:
        prices = self._bourse.prices
        last = prices.now // SESSION
        for number in range(max(1, last - 40), last):
            before = prices.quote(listing, (number - 1) * SESSION, number * SESSION).close
            after = prices.quote(listing, number * SESSION, (number + 1) * SESSION).close
            move = after / before - 1
            if abs(move) >= LARGE_MOVE:
                verb = "jump" if move > 0 else "drop"
                title = f"{listing.company.short_name} shares {verb} {100 * abs(move):.1f}%"
                yield (
                    day_of(number),
                    title,
                    f"{listing.ticker} closed at ${after:,.2f}, after ${before:,.2f}.",
                )
