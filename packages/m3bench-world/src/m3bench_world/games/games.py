"""Prices, sales, players and give-aways of games at the world's time."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, time, timedelta
from functools import cached_property, lru_cache

import msgspec

from m3bench_world.games.catalogue import Game, Store, count_until, game
from m3bench_world.world import World

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
WEEK = timedelta(days=7)
_FIRST_THURSDAY = datetime(2012, 1, 5, 16, tzinfo=UTC)
"""Give-aways change on Thursdays at this hour."""
_GIVEN_AWAY = 2
_FAMOUS = 70
"""Best known games that may be given away."""
_SALE_DAYS = 28
_CUTS = (10, 15, 20, 25, 30, 40, 50, 60, 75)
_NO_SALE = timedelta(days=60)
_IN_GAME_PRICE = 8.0
"""What a free game earns, as if it had this price."""


class Offer(msgspec.Struct, frozen=True):
    """What a game costs in a store, in dollars, and the discount in percent."""

    price: float
    full_price: float
    discount: int


class Crowd(msgspec.Struct, frozen=True):
    """Players at a time: now, at most in the last 24 hours, and 24 hours ago."""

    now: int
    peak: int
    day_before: int


class Trend(msgspec.Struct, frozen=True):
    game: Game
    score: float
    """100 for the game that gains most."""


class GiveAway(msgspec.Struct, frozen=True):
    game: Game
    start: datetime
    end: datetime


class Games:
    """All games that are released by now, and how they do."""

    def __init__(self, world: World) -> None:
        self._chance, self._errata = world.chance, world.errata
        self.now = world.now.replace(second=0, microsecond=0)
        self.give_aways = lru_cache(maxsize=8)(self._give_aways)
        """Function that returns the games that are free on Epic in this week, or so many weeks later."""
        self._game = lru_cache(maxsize=None)(lambda number: game(self._chance, number))

    @cached_property
    def released(self) -> tuple[Game, ...]:
        return self._released_by(self.now)

    def numbered(self, number: int) -> Game | None:
        """Return a game by number, or None if it is not released."""
        return self.released_numbers.get(number)

    @cached_property
    def released_numbers(self) -> dict[int, Game]:
        return {each.number: each for each in self.released}

    def offer(self, sold: Game, store: Store) -> Offer:
        """Return the price of a game in a store now."""
        if store == "epic" and sold in [gift.game for gift in self.give_aways()]:
            return Offer(0.0, sold.price, 100 if sold.price else 0)
        cut = self._cut(sold, store, self.now)
        return Offer(round(sold.price * (1 - cut / 100), 2), sold.price, cut)

    def crowd(self, played: Game) -> Crowd:
        """Return how many play a game on Steam."""
        day = [self._players(played, self.now - age * HOUR) for age in range(25)]
        return Crowd(round(day[0]), round(max(day)), round(day[-1]))

    # The combined list of both stores is a snapshot, with outdated numbers for some games.

    def snapshot_peak(self, played: Game) -> int:
        """Return the peak of a game's players as the combined list states it."""
        return self._errata.whole("combined peak", played.number, self.crowd(played).peak)

    def snapshot_reviews(self, reviewed: Game) -> int:
        """Return the number of a game's reviews as the combined list states it."""
        return self._errata.whole("combined reviews", reviewed.number, self.reviews(reviewed))

    def most_played(self, limit: int) -> list[Game]:
        """Return the games on Steam with most players now."""
        known = self._in_store("steam")
        return sorted(known, key=lambda one: (-self._players(one, self.now), one.number))[:limit]

    def best_sellers(self, limit: int) -> list[Game]:
        """Return the games on Steam that earn most now."""
        known = self._in_store("steam")
        return sorted(known, key=lambda one: (-self._sales(one, "steam", self.now), one.number))[:limit]

    def trending(self, store: Store, limit: int) -> list[Trend]:
        """Return the games that gained most within a week, weighed by how much they sell."""
        gains = {one.number: self._gain(one, store) for one in self._in_store(store)}
        ranked = sorted(gains, key=lambda number: (-gains[number], number))[:limit]
        best = max(gains.values(), default=1.0)
        return [Trend(self._game(number), round(100 * gains[number] / best, 1)) for number in ranked]

    def reviews(self, reviewed: Game) -> int:
        """Return how many people have reviewed a game."""
        age = max(0.0, (self.now - _midnight(reviewed.released)) / DAY)
        later = 1 + age / (400 if reviewed.live else 2_000)
        return round(reviewed.launch_players * 0.25 * (1 - 2 ** (-age / 60)) * later)

    def _give_aways(self, weeks_ahead: int = 0) -> tuple[GiveAway, ...]:
        week = (self.now - _FIRST_THURSDAY) // WEEK + weeks_ahead
        start = _FIRST_THURSDAY + week * WEEK
        old = [one for one in self._released_by(start - 365 * DAY) if "epic" in one.stores and one.price]
        old.sort(key=lambda one: (-one.launch_players, one.number))
        famous = old[:_FAMOUS]
        draws = self._chance.stream("epic give-away", week)
        picked = draws.sample(famous, min(_GIVEN_AWAY, len(famous)))
        return tuple(GiveAway(one, start, start + WEEK) for one in picked)

    def _released_by(self, moment: datetime) -> tuple[Game, ...]:
        day = moment.date()
        known = (self._game(number) for number in range(count_until(day)))
        return tuple(each for each in known if each.released < day)

    def _in_store(self, store: Store) -> list[Game]:
        return [one for one in self.released if store in one.stores]

    def _players(self, played: Game, moment: datetime) -> float:
        age = (moment - _midnight(played.released)) / DAY
        if age < 0:
            return 0.0
        hours = (moment - _FIRST_THURSDAY) / HOUR
        fading = 0.75 + 0.5 * 2 ** (-age / 45) if played.live else 0.03 + 0.97 * 2 ** (-age / 75)
        mood = 1 + 0.3 * self._chance.wave(hours / 720, "players", played.number)
        flicker = 1 + 0.03 * self._chance.wave(hours / 3, "flicker", played.number)
        daily = 1 + 0.28 * math.cos(2 * math.pi * (moment.hour + moment.minute / 60 - 18) / 24)
        weekend = 1.15 if moment.weekday() >= 5 else 1.0
        sale = 1 + 0.006 * self._cut(played, "steam", moment)
        return played.launch_players * 0.75 * fading * mood * flicker * daily * weekend * sale

    def _sales(self, sold: Game, store: Store, moment: datetime) -> float:
        age = (moment - _midnight(sold.released)) / DAY
        if age < 0:
            return 0.0
        cut = self._cut(sold, store, moment)
        price = (sold.price or _IN_GAME_PRICE) * (1 - cut / 100)
        hours = (moment - _FIRST_THURSDAY) / HOUR
        mood = 1 + 0.3 * self._chance.wave(hours / 200, "sales", sold.number)
        mood += 0.1 * self._chance.wave(hours / 200, "sales", store, sold.number)
        new = 0.25 + 2 ** (-age / 60) if sold.live else 0.12 + 1.5 * 2 ** (-age / 30)
        return float(sold.launch_players**0.8) * math.sqrt(price) * new * (1 + 0.025 * cut) * mood

    def _gain(self, sold: Game, store: Store) -> float:
        today = self._sales(sold, store, self.now)
        before = max(self._sales(sold, store, self.now - WEEK), today / 6)
        return float((1 + today) ** 0.15) * math.sqrt(today / before)

    def _cut(self, sold: Game, store: Store, moment: datetime) -> int:
        """Return the discount in percent: at most one sale in four weeks, none for new games."""
        if not sold.price or moment - _midnight(sold.released) < _NO_SALE:
            return 0
        days = (moment - _FIRST_THURSDAY) // DAY
        period, day = divmod(days + 7 * (sold.number % 4), _SALE_DAYS)
        return self._sale(sold.number, store, period, day)

    def _sale(self, number: int, store: Store, period: int, day: int) -> int:
        where = store if number % 2 else "everywhere"
        draws = self._chance.stream("game sale", number, where, period)
        first, length = draws.randint(0, 14), draws.randint(5, 13)
        cut = draws.choice(_CUTS)
        return cut if draws.random() < 0.4 and first <= day < first + length else 0


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
