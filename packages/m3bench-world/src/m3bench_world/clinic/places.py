"""Real cities for trial sites, and invented institutions and sponsors: the table `places.json`."""

from __future__ import annotations

from importlib.resources import files

import msgspec


class _Places(msgspec.Struct, frozen=True):
    cities: tuple[tuple[str, str, str], ...]
    facilities: tuple[str, ...]
    sponsors: tuple[str, ...]


_PLACES = msgspec.json.decode((files("m3bench_world.clinic") / "places.json").read_bytes(), type=_Places)
CITIES = _PLACES.cities
"""City, state or province, country."""
FACILITIES = _PLACES.facilities
SPONSORS = _PLACES.sponsors
