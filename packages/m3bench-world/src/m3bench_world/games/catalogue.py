"""Games: two every month, each drawn from its number."""

from __future__ import annotations

import calendar
import math
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from m3bench_world.chance import Chance

Store = Literal["steam", "epic"]
FIRST_YEAR = 2012
PER_MONTH = 2
MOST_GAMES = 2_048
"""Enough until 2097. Post ids of the forum have no room for more communities."""
_PRICES = (9.99, 14.99, 19.99, 24.99, 29.99, 39.99, 59.99, 69.99)
_INDIE_PRICES = _PRICES[:4]
_FIRST_APP = 7_000_000
"""App ids of the real store are smaller."""


class Game(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    name: str
    developer: str
    publisher: str
    tags: tuple[str, ...]
    released: date
    price: float
    """In dollars; 0 if it is free to play."""
    launch_players: float
    """Players at a time when it was new."""
    live: bool
    """Whether it keeps its players over the years."""
    indie: bool
    stores: tuple[Store, ...]
    positive: int
    """Share of good reviews, in percent."""
    app_id: int
    epic_id: str

    @property
    def slug(self) -> str:
        return "-".join("".join(sign if sign.isalnum() else " " for sign in self.name.lower()).split())


@cache
def words(name: str) -> tuple[str, ...]:
    text = (files(__package__) / "words.txt").read_text(encoding="utf-8")
    section = text.partition(f"[{name}]\n")[2].partition("\n[")[0].strip()
    return tuple(section.split("|") if "|" in section else section.split())


def count_until(day: date) -> int:
    """Return how many games belong to the months up to that of a day."""
    months = (day.year - FIRST_YEAR) * 12 + day.month
    return min(MOST_GAMES, max(0, months * PER_MONTH))


def game(chance: Chance, number: int) -> Game:
    """Return the game with this number, which is the same at any time."""
    draws = chance.stream("game", number)
    indie, live = draws.random() < 0.55, draws.random() < 0.16
    free = live and draws.random() < 0.45
    fame = draws.random() ** (1.6 if indie else 0.8)
    months, _ = divmod(number, PER_MONTH)
    year, month = FIRST_YEAR + months // 12, months % 12 + 1
    released = date(year, month, draws.randint(1, calendar.monthrange(year, month)[1]))
    price = 0.0 if free else draws.choice(_INDIE_PRICES if indie else _PRICES)
    studios = [f"{draws.choice(words('studio'))} {draws.choice(words('studio kind'))}" for _ in range(2)]
    kinds = (*(("Indie",) if indie else ()), *(("Free to Play",) if free else ()))
    return Game(
        number=number,
        name=_name(chance, number),
        developer=studios[0],
        publisher=studios[0 if indie else 1],
        tags=(*kinds, *draws.sample(words("tag"), 3)),
        released=released,
        price=price,
        launch_players=800 * 350.0**fame * (2.0 if live else 1.0),
        live=live,
        indie=indie,
        stores=_stores(draws.random()),
        positive=round(52 + 45 * draws.random() ** 0.6),
        app_id=_FIRST_APP + 10 * (number * 1_237 % MOST_GAMES),
        epic_id=f"{draws.getrandbits(128):032x}",
    )


def _stores(share: float) -> tuple[Store, ...]:
    if share < 0.3:
        return ("steam",)
    return ("epic",) if share > 0.93 else ("steam", "epic")


def _name(chance: Chance, number: int) -> str:
    """Return a name that no other game has: the order of all pairs of words depends on the seed."""
    first, second = words("first"), words("second")
    count = len(first) * len(second)
    step = chance.whole(count // 3, 2 * count // 3, "game names", "step")
    while math.gcd(step, count) != 1:
        step += 1
    place = (chance.whole(0, count - 1, "game names", "start") + number * step) % count
    one, other = first[place // len(second)], second[place % len(second)]
    style = chance.share("game names", "style", number)
    if style < 0.15:
        return f"{one}{other.lower()}"
    if style < 0.25:
        return f"{one} {other}: {chance.pick(words('subtitle'), 'game names', 'subtitle', number)}"
    if style < 0.33:
        return f"{one} {other} II"
    return f"The {one} {other}" if style < 0.42 else f"{one} {other}"
