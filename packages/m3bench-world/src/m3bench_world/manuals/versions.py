"""Versions of libraries without a Nix package. Past releases do not depend on the clock."""

from __future__ import annotations

from datetime import date, timedelta

from m3bench_world.chance import Chance
from m3bench_world.manuals.types import Version

MOST_SHOWN = 5
EARLIEST = date(2019, 1, 1)


def drawn_versions(chance: Chance, name: str, today: date) -> list[Version]:
    """Return all releases until today, oldest first."""
    day = EARLIEST + timedelta(days=chance.whole(0, 700, "manual begins", name))
    numbers = [chance.whole(0, 9, "manual major", name), 0, 0]
    found: list[Version] = []
    while day <= today:
        found.append(Version(".".join(map(str, numbers)), day))
        share = chance.share("manual step", name, len(found))
        place = 0 if share < 0.15 else 1 if share < 0.6 else 2
        numbers[place] += 1
        numbers[place + 1 :] = [0] * (2 - place)
        day += timedelta(days=chance.whole(40, 210, "manual pace", name, len(found)))
    return found


def latest_of_series(versions: list[Version]) -> list[Version]:
    """Return the newest release of each of the last series (major and minor), newest first."""
    newest = {tuple(version.number.split(".")[:2]): version for version in versions}
    return sorted(newest.values(), key=lambda version: version.released, reverse=True)[:MOST_SHOWN]
