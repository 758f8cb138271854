"""Famous landmarks: real names and positions, and lookup in text."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec

from m3bench_world.atlas.fold import fold
from m3bench_world.atlas.places.borders import Area, Borders

if TYPE_CHECKING:
    from m3bench_world.parks import Park

_FILLERS = frozenset(["the", "of", "in", "at", "and", "near", "a", "an", "la", "le", "de", "du", "des"])


class Famous(msgspec.Struct, frozen=True):
    index: int
    name: str
    aliases: tuple[str, ...]
    lat: float
    lng: float
    kind: str
    home: str
    """Its place, as a search text."""

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name, *self.aliases)


class FamousList:
    """Landmarks of a list, and the national parks."""

    def __init__(self, borders: Borders, parks: Callable[[], list[Park]]) -> None:
        self._borders = borders
        self._parks = parks

    @cached_property
    def rows(self) -> tuple[Famous, ...]:
        text = (files("m3bench_world.atlas") / "famous.tsv").read_text(encoding="utf-8")
        listed = [_famous(index, line.split("\t")) for index, line in enumerate(text.splitlines())]
        known = {row.name for row in listed}
        parks = [park for park in self._parks() if park.full_name not in known]
        return (*listed, *(_park(index, park) for index, park in enumerate(parks, start=len(listed))))

    @cached_property
    def _keys(self) -> list[tuple[frozenset[str], Famous]]:
        return [(_key(name), row) for row in self.rows for name in row.names]

    def mentioned(self, text: str) -> Famous | None:
        """Return the landmark that a text names, if it contains all words of its name and nothing
        contradicts: `Eiffel Tower Paris`, but not `Central Park, Incheon`."""
        words = _key(text)
        best: tuple[tuple[int, int], Famous] | None = None
        for key, row in self._keys:
            if not key <= words:
                continue
            unexplained = words - key - _key(row.home)
            if self._contradicts(text, row) or len(unexplained) > len(key) + 2:
                continue
            rank = (len(key) - len(unexplained), -row.index)
            if best is None or rank > best[0]:
                best = (rank, row)
        return best[1] if best else None

    def _contradicts(self, text: str, row: Famous) -> bool:
        """Return whether the text names a country or region other than the landmark's."""
        own = [areas for part in row.home.split(",")[1:] if (areas := self._borders.areas(part))]
        countries = {country for areas in own[-1:] for country, _ in areas}
        stated = [areas for part in text.split(",")[1:] if (areas := self._borders.areas(_worded(part)))]
        return any(not _shares_country(areas, countries) for areas in stated)

    def names(self) -> list[str]:
        return [row.name for row in self.rows]


def _shares_country(areas: list[Area], countries: set[str]) -> bool:
    return any(country in countries for country, _ in areas)


def _worded(part: str) -> str:
    return " ".join(word for word in part.split() if not any(sign.isdigit() for sign in word))


def _key(text: str) -> frozenset[str]:
    return frozenset(word for word in fold(text).split() if word not in _FILLERS)


def _park(index: int, park: Park) -> Famous:
    return Famous(
        index=index,
        name=park.full_name,
        aliases=(f"{park.name} NP",),
        lat=park.lat,
        lng=park.lng,
        kind="park",
        home=f"{park.town}, {park.state}, USA",
    )


def _famous(index: int, fields: list[str]) -> Famous:
    name, aliases, lat, lng, kind, home = fields
    return Famous(
        index=index,
        name=name,
        aliases=tuple(filter(None, aliases.split("|"))),
        lat=float(lat),
        lng=float(lng),
        kind=kind,
        home=home,
    )
