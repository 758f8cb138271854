"""Airports by code and name."""

from __future__ import annotations

from array import array
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from m3bench_world import data
from m3bench_world.atlas.fold import fold
from m3bench_world.atlas.types import Airport

if TYPE_CHECKING:
    from m3bench_world.atlas.globe import Globe


class _Columns(msgspec.Struct):
    icao: list[str]
    iata: list[str]
    name: list[str]
    city: list[str]
    region: list[str]
    country: list[str]
    elevation: list[float]
    lat: list[float]
    lng: list[float]


class AirportIndex:
    @cached_property
    def _columns(self) -> _Columns:
        return data.load("airports", _Columns)

    @cached_property
    def _by_code(self) -> dict[str, int]:
        codes = {code: row for row, code in enumerate(self._columns.icao)}
        return codes | {code: row for row, code in enumerate(self._columns.iata) if code}

    def airport(self, row: int) -> Airport:
        columns = self._columns
        return Airport(*(getattr(columns, name)[row] for name in columns.__struct_fields__))

    def row_by_code(self, code: str) -> int | None:
        """Return a row by IATA or ICAO code."""
        return self._by_code.get(code.strip().upper())

    def row_by_name(self, name: str) -> int | None:
        """Return the row of an airport with an IATA code by its full name or some of its words."""
        short = _short(name)
        if short in self._by_name or not short:
            return self._by_name.get(short)
        words = set(short.split())
        fitting = [own for own in self._by_name if words <= set(own.split())]
        return self._by_name[min(fitting, key=lambda own: (len(own), own))] if fitting else None

    @cached_property
    def _by_name(self) -> dict[str, int]:
        columns = self._columns
        rows = [row for row, code in enumerate(columns.iata) if code]
        return {_short(columns.name[row]): row for row in reversed(rows)}

    def nearest(self, lat: float, lng: float, count: int) -> list[int]:
        """Return rows of the nearest airports with an IATA code, which stands for scheduled flights."""
        rows, _ = self._served_globe.nearest(lat, lng, count)
        return [self._served[int(row)] for row in rows]

    @cached_property
    def _served(self) -> list[int]:
        return [row for row, code in enumerate(self._columns.iata) if code]

    @cached_property
    def _served_globe(self) -> Globe:
        from m3bench_world.atlas.globe import Globe  # noqa: PLC0415 - numpy

        columns = self._columns
        return Globe(
            array("d", [columns.lat[row] for row in self._served]),
            array("d", [columns.lng[row] for row in self._served]),
        )


def _short(name: str) -> str:
    words = fold(name).split()
    return " ".join(word for word in words if word not in ("airport", "international", "intl", "the"))
