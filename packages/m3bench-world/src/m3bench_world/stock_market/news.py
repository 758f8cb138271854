"""News about events of a company, in a sentence or two, and ratings of analysts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec

from m3bench_world.chance import Chance
from m3bench_world.stock_market.calendar import SESSION, day_of, number_of
from m3bench_world.stock_market.prices import Listing, Prices
from m3bench_world.world import World

if TYPE_CHECKING:
    from m3bench_world.stock_market.market import StockMarket


PAPERS = (
    ("Market Lantern", "marketlantern.example.com"),
    ("The Ticker Post", "tickerpost.example.org"),
    ("Closing Bell Review", "closingbell.example.net"),
    ("Ledger Daily", "ledgerdaily.example.com"),
)


@cache
def _lists() -> dict[str, list[str]]:
    lines = (files(__package__) / "names.txt").read_text(encoding="utf-8").splitlines()
    return {kind: names.split("|") for kind, names in (line.split("\t") for line in lines)}


def brokers() -> list[str]:
    return _lists()["brokers"]


def institutions() -> list[str]:
    return _lists()["institutions"]


def funds() -> list[str]:
    return _lists()["funds"]


def person(chance: Chance, *name: object) -> str:
    first, last = _lists()["first_names"], _lists()["last_names"]
    return f"{chance.pick(first, 'first', *name)} {chance.pick(last, 'last', *name)}"


def sample(chance: Chance, choices: list[str], number: int, *name: object) -> list[str]:
    """Return different choices in random order."""
    return sorted(choices, key=lambda choice: chance.bits("some", *name, choice))[:number]


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
