"""A table of places, stored as columns and one buffer of folded names for fast loading and search."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache, cached_property
from itertools import accumulate

import msgspec

from m3bench_world import data
from m3bench_world.atlas.fold import fold_lines

_BETWEEN = b'","'
"""Separator between two strings of a JSON list."""
_NEW_LINE = b"\n"


class _Columns(msgspec.Struct):
    id: list[int]
    name: msgspec.Raw
    lat: list[float]
    lng: list[float]
    country: msgspec.Raw
    region: msgspec.Raw
    population: list[int]
    zone: list[int] = []
    alternates: msgspec.Raw = msgspec.Raw(b"[]")


class _Zones(msgspec.Struct):
    name: list[str]


@cache
def _zone_names() -> list[str]:
    return data.load("zones", _Zones).name


class Table:
    """A table of places, by falling population, so that the first match is the largest.

    Texts are sliced from the stored JSON, since decoding 600,000 strings would dominate the loading time.
    """

    def __init__(self, name: str) -> None:
        columns = data.load(name, _Columns)
        self.id = array("q", columns.id)
        self.lat = array("d", columns.lat)
        self.lng = array("d", columns.lng)
        self.population = array("q", columns.population)
        self._zones = array("h", columns.zone)
        self._raw_names = bytes(columns.name)
        self._raw_regions = bytes(columns.region)
        self._countries = bytes(columns.country)[2:-2].replace(_BETWEEN, b"")
        self._alternates = bytes(columns.alternates).lower()

    @cached_property
    def _name_starts(self) -> array[int]:
        """Where each name starts in the stored JSON: a tenth of the memory of a list of names."""
        lengths = map(len, self._raw_names[2:-2].split(_BETWEEN))
        steps = (length + len(_BETWEEN) for length in lengths)
        return array("i", accumulate(steps, initial=2))

    @cached_property
    def _regions(self) -> list[bytes]:
        """The region of each row. Rows of a region share its name."""
        shared: dict[bytes, bytes] = {}
        return [shared.setdefault(name, name) for name in self._raw_regions[2:-2].split(_BETWEEN)]

    @cached_property
    def _folded(self) -> bytes:
        return fold_lines(f"\n{self._raw_names[2:-2].replace(_BETWEEN, _NEW_LINE).decode()}\n")

    def name(self, row: int) -> str:
        starts = self._name_starts
        row = range(len(self))[row]
        raw = self._raw_names[starts[row] : starts[row + 1] - len(_BETWEEN)]
        return msgspec.json.decode(b'"' + raw + b'"', type=str)

    def country(self, row: int) -> str:
        """Return the country code. The column has two letters per row and no separators."""
        return self._countries[2 * row : 2 * row + 2].decode()

    def region(self, row: int) -> str:
        return self._regions[row].decode()

    def zone_at(self, lat: float, lng: float) -> str | None:
        """Return the time zone of the place at exactly this point."""
        row = -1
        while True:
            try:
                row = self.lat.index(lat, row + 1)
            except ValueError:
                return None
            if self.lng[row] == lng:
                return _zone_names()[self._zones[row]]

    def __len__(self) -> int:
        return len(self.id)

    @cached_property
    def _line_starts(self) -> array[int]:
        starts = array("q")
        position = self._folded.find(b"\n")
        while position >= 0:
            starts.append(position)
            position = self._folded.find(b"\n", position + 1)
        return starts

    def _row_at(self, position: int) -> int:
        return bisect_right(self._line_starts, position) - 1

    def named(self, folded: str) -> Iterator[int]:
        """Return rows with exactly this folded name."""
        wanted = b"\n" + folded.encode() + b"\n"
        position = self._folded.find(wanted)
        while position >= 0:
            yield self._folded.count(b"\n", 0, position)
            position = self._folded.find(wanted, position + 1)

    def named_plainly(self, folded: str) -> Iterator[int]:
        """Return rows with this name if it has no accents, without folding all names."""
        wanted = b'"' + folded.encode() + b'"'
        lowered = self._raw_names.lower()
        position = lowered.find(wanted)
        while position >= 0:
            yield lowered.count(_BETWEEN, 0, position + 1)
            position = lowered.find(wanted, position + 1)

    def starting(self, folded: str, limit: int) -> list[int]:
        """Return rows whose folded name starts with these words."""
        wanted = b"\n" + folded.encode() + b" "
        rows: list[int] = []
        position = self._folded.find(wanted)
        while position >= 0 and len(rows) < limit:
            rows.append(self._row_at(position))
            position = self._folded.find(wanted, position + 1)
        return rows

    def called(self, name: str) -> Iterator[int]:
        """Return rows with this alternate name, searched in the text of the table."""
        wanted = b'"' + name.strip().lower().replace('"', "").encode() + b'"'
        position = self._alternates.find(wanted)
        while position >= 0:
            yield self._alternates.count(b"],[", 0, position)
            position = self._alternates.find(wanted, position + 1)

    def alike(self, folded: str) -> list[str]:
        """Return names with the same first letter and a similar length: candidates for near misses."""
        first, length = folded[:1], len(folded)
        lines = self._folded.decode("ascii").split("\n")[1:-1]
        return [
            self.name(row)
            for row, line in enumerate(lines)
            if line.startswith(first) and abs(len(line) - length) <= 2
        ]

    def row_of(self, place_id: int) -> int | None:
        try:
            return self.id.index(place_id)
        except ValueError:
            return None
