"""Packages, channels and releases: handwritten names and phrases; everything else comes from the seed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from importlib.resources import files
from random import Random

import msgspec

from m3bench_world.chance import Chance


def sections(name: str) -> Iterator[tuple[list[str], list[str]]]:
    """Return the parts of each heading, with the lines below it."""
    heading: list[str] = []
    lines: list[str] = []
    for line in (files(__package__) / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            if lines:
                yield heading, lines
            heading, lines = [part.strip() for part in line.strip("[]").split("|")], []
        elif line and not line.startswith("#"):
            lines.append(line)
    yield heading, lines


def table(name: str) -> dict[str, str]:
    """Read a list of two columns: key, tab, value."""
    lines = (files(__package__) / name).read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t") for line in lines)


class Channel(msgspec.Struct, frozen=True):
    name: str
    branch: str
    status: str
    cut_off: date | None
    """Later releases are not included; None for a rolling channel."""


CHANNELS = (
    Channel("unstable", "nixos-unstable", "rolling", None),
    Channel("25.05", "nixos-25.05", "stable", date(2025, 5, 21)),
    Channel("24.11", "nixos-24.11", "end of life", date(2024, 11, 19)),
)

ALIASES = {"stable": "25.05", "latest": "unstable", "beta": "unstable"}


def find_channel(name: str) -> Channel | None:
    """Return a channel by name, alias or branch, such as 'stable' or 'nixos-25.05'."""
    plain = name.strip().casefold().removeprefix("nixos-").removeprefix("release-")
    plain = ALIASES.get(plain, plain)
    return next((channel for channel in CHANNELS if channel.name == plain), None)


def channel_names() -> list[str]:
    """Return all names and aliases of channels."""
    return [channel.name for channel in CHANNELS] + list(ALIASES)


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


LICENCES = table("licences.tsv")

_NO_PROGRAMS = ("libraries", "packages", "plugins", "extensions", "Fonts", "Libraries")
_MAY_BE_NEW = ("Fonts", "Games", "Vim plugins", "VS Code extensions", "Emacs packages", "Node packages")

PROGRAMS = {name: tuple(programs.split(",")) for name, programs in table("programs.tsv").items()}
"""Programs whose name differs from their package's."""


SERIES = table("series.tsv")
"""Packages whose name contains the version series."""


class Entry(msgspec.Struct, frozen=True):
    """The fixed facts of a package."""

    name: str
    """Its attribute, such as python3Packages.numpy."""
    phrase: str
    category: str
    licences: tuple[str, ...]
    site: str

    @property
    def plain_name(self) -> str:
        """Return the name without its package set."""
        return self.name if self.category == "VS Code extensions" else self.name.rsplit(".", 1)[-1]

    @property
    def description(self) -> str:
        return self.phrase[0].upper() + self.phrase[1:]

    @property
    def may_be_new(self) -> bool:
        return self.category in _MAY_BE_NEW

    @property
    def series(self) -> str:
        """Return the common prefix of all versions, or an empty text."""
        return SERIES.get(self.name, "")

    @property
    def programs(self) -> tuple[str, ...]:
        """Return the commands that it installs."""
        if self.category == "Node packages":
            return (self.plain_name,)
        if self.category.endswith(_NO_PROGRAMS):
            return ()
        return PROGRAMS.get(self.name, (self.plain_name.lower(),))

    @property
    def is_linux_only(self) -> bool:
        return self.category in ("System and hardware", "Desktop environments")


def entries() -> dict[str, Entry]:
    """Return all packages by name, in file order."""
    found = {}
    for (category, prefix, licences, site), lines in sections("packages.txt"):
        allowed = tuple(licences.split(","))
        for line in lines:
            name, phrase = line.split(" = ", 1)
            found[prefix + name] = Entry(prefix + name, phrase, category, allowed, site)
    return found
