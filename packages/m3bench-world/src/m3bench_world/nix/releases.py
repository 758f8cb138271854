"""Release history of a package: increasing versions, each with its commit."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

import msgspec

from m3bench_world.chance import Chance

EARLIEST = date(2016, 1, 1)
MOST = 90


class Release(msgspec.Struct, frozen=True):
    version: str
    released: date


def first_day(chance: Chance, name: str, *, may_be_new: bool) -> date:
    """Return the day of a package's first release."""
    share = chance.share("nix begins", name)
    if may_be_new and chance.happens(0.08, "nix is new", name):
        return date(2024, 10, 1) + timedelta(days=int(share * 330))
    return EARLIEST + timedelta(days=int(share * 2_000))


def releases_of(chance: Chance, name: str, today: date, *, may_be_new: bool, series: str) -> list[Release]:
    """Return all releases until today, oldest first.

    Past releases do not depend on today. A package of one `series`, such as 3.12, keeps to it.
    """
    draw = chance.stream("nix releases", name)
    day = first_day(chance, name, may_be_new=may_be_new)
    pace = 25 + 150 * draw.random() ** 2
    by_calendar = draw.random() < 0.05
    numbers = [int(draw.random() ** 2 * 6), int(draw.random() * 8), int(draw.random() * 4)]
    found: list[Release] = []
    while day <= today and len(found) < MOST:
        written = f"{series}.{len(found)}" if series else _version(numbers, day, by_calendar=by_calendar)
        found.append(Release(written, day))
        _advance(numbers, draw)
        day += timedelta(days=max(8, int(pace * (0.4 + 1.2 * draw.random()))))
    return found


def commit(chance: Chance, *name: object) -> str:
    """Return forty hexadecimal digits."""
    parts = (chance.bits("nix commit", *name, part) for part in range(3))
    return "".join(f"{part:016x}" for part in parts)[:40]


def _version(numbers: list[int], day: date, *, by_calendar: bool) -> str:
    if by_calendar:
        return f"{day.year}.{day.month}.{day.day}"
    return ".".join(map(str, numbers))


def _advance(numbers: list[int], draw: Random) -> None:
    share = draw.random()
    place = 0 if share < 0.04 else 1 if share < 0.35 else 2
    numbers[place] += 1
    numbers[place + 1 :] = [0] * (2 - place)
