"""Where trials take place."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec


class City(msgspec.Struct, frozen=True):
    name: str
    state: str
    state_code: str
    country: str
    latitude: float
    longitude: float


@cache
def cities() -> dict[str, City]:
    """Return the cities by name."""
    text = (files("m3bench_world.studies") / "cities.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines() if not line.startswith("#")]
    return {
        name: City(name, state, code, country, float(lat), float(lng))
        for name, state, code, country, lat, lng in rows
    }
