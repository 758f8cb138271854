"""Search for places by name: `Highlands, NJ`, `London, UK`, `75007 Paris`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import chain

from m3bench.core import near_misses
from m3bench_world.atlas.fold import fold
from m3bench_world.atlas.places.borders import Area, Borders
from m3bench_world.atlas.places.table import Table
from m3bench_world.atlas.types import Place
from m3bench_world.atlas.wordlists import pairs

LONGEST_QUERY = 300
_SPLIT = re.compile(r"[,/;|\n]+")
_HAS_DIGIT = re.compile(r"\d")
_DUTCH = re.compile(r"\b\d{4} ?[A-Z]{2}\b(?=\s)")
_SHORTENED = (("saint ", "st "), ("st ", "saint "), ("mount ", "mt "), ("mt ", "mount "), ("ft ", "fort "))

Wanted = list[list[Area]]
"""Possible areas of each qualifier."""


class Gazetteer:
    """Tables of large and small places; the small ones are loaded on demand."""

    def __init__(self, borders: Borders) -> None:
        self.borders = borders
        self.search = lru_cache(maxsize=1024)(self._search)

    @cached_property
    def large(self) -> Table:
        return Table("places_large")

    @cached_property
    def small(self) -> Table:
        return Table("places_small")

    def place(self, table: Table, row: int) -> Place:
        country, region = table.country(row), table.region(row)
        return Place(
            id=table.id[row],
            name=table.name(row),
            lat=table.lat[row],
            lng=table.lng[row],
            country=country,
            region=self.borders.region(country, region),
            population=table.population[row],
            region_code=region,
            country_name=self.borders.country_name(country),
        )

    def by_id(self, place_id: int) -> Place | None:
        for table in self._tables():
            row = table.row_of(place_id)
            if row is not None:
                return self.place(table, row)
        return None

    def _tables(self) -> Iterator[Table]:
        yield self.large
        yield self.small

    def _search(self, text: str, country: str | None = None, limit: int = 5) -> tuple[Place, ...]:
        """Return places with this name, best match first, then by size."""
        parts = clean_parts(text)
        if not parts:
            return ()
        demanded: Wanted = [[(country.upper(), "")]] if country else []
        for head, areas in self._readings(parts):
            found = self._exact(head, demanded + areas, limit)
            if found:
                return found
        head, *rest = parts
        return self._by_prefix(fold(head), demanded + self._areas(rest), limit)

    def _readings(self, parts: list[str]) -> Iterator[tuple[str, Wanted]]:
        """Return the ways to read a text as a name and qualifiers, the most literal first."""
        head, *rest = parts
        yield head, self._areas(rest)
        words = head.split()
        for cut in range(len(words) - 1, max(0, len(words) - 4), -1):
            areas = self.borders.areas(" ".join(words[cut:]))
            if areas:
                yield " ".join(words[:cut]), [areas, *self._areas(rest)]

    def _areas(self, parts: Iterable[str]) -> Wanted:
        return [areas for part in parts if (areas := self.borders.areas(part))]

    def _exact(self, head: str, wanted: Wanted, limit: int) -> tuple[Place, ...]:
        ways: tuple[Callable[[], tuple[Table, Iterable[int]]], ...] = (
            lambda: (self.large, self._named(self.large, head)),
            lambda: (self.large, self.large.called(head)),
            lambda: (self.small, self.small.named_plainly(fold(head))),
            lambda: (self.small, self._named(self.small, head)),
        )
        for way in ways:
            table, rows = way()
            fitting = [row for row in rows if _fits(table, row, wanted)]
            if fitting:
                return tuple(self.place(table, row) for row in sorted(fitting)[:limit])
        return ()

    def _named(self, table: Table, head: str) -> Iterator[int]:
        folded = fold(head)
        spellings = [pairs("places").get(folded, folded)]
        spellings += [new + folded.removeprefix(old) for old, new in _SHORTENED if folded.startswith(old)]
        return chain.from_iterable(table.named(spelling) for spelling in spellings if spelling)

    def _by_prefix(self, folded: str, wanted: Wanted, limit: int) -> tuple[Place, ...]:
        if len(folded) < 3:
            return ()
        rows = [row for row in self.large.starting(folded, 200) if _fits(self.large, row, wanted)]
        return tuple(self.place(self.large, row) for row in rows[:limit])

    def suggestions(self, text: str, limit: int = 5) -> list[str]:
        """Return names of large places with a similar spelling."""
        parts = clean_parts(text)
        head = parts[0] if parts else ""
        return near_misses(head, dict.fromkeys(self.large.alike(fold(head))), limit) if head else []


def clean_parts(text: str) -> list[str]:
    """Return the parts between commas, without postcodes."""
    parts = [part.strip() for part in _SPLIT.split(text[:LONGEST_QUERY]) if part.strip()]
    return [bare for part in parts if fold(bare := without_postcode(part))]


def without_postcode(part: str) -> str:
    """Remove words with digits, and the letters of a Dutch postcode."""
    shortened = _DUTCH.sub(" ", part)
    return " ".join(word for word in shortened.split() if not _HAS_DIGIT.search(word))


def _fits(table: Table, row: int, wanted: Wanted) -> bool:
    own = ((table.country(row), ""), (table.country(row), table.region(row)))
    return all(any(area in own for area in areas) for areas in wanted)
