"""Borders and administrative divisions, and the crowds within them."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import msgspec

from m3bench_world import data
from m3bench_world.atlas.fold import fold, fold_lines
from m3bench_world.atlas.places.table import Table
from m3bench_world.atlas.types import Country
from m3bench_world.atlas.wordlists import pairs

if TYPE_CHECKING:
    import numpy as np

    from m3bench_world.atlas.globe import Globe


class _CountryColumns(msgspec.Struct):
    iso: list[str]
    iso3: list[str]
    name: list[str]
    capital: list[str]
    continentcode: list[str]
    areakm2: list[float]
    population: list[int]
    currencycode: list[str]
    currencyname: list[str]
    phone: list[str]
    languages: list[str]
    neighbours: list[str]


class _RegionColumns(msgspec.Struct):
    key: list[str]
    name: list[str]


Area = tuple[str, str]
"""Country code and region code; an empty region code is the whole country."""


class Borders:
    """Names and codes of countries and regions."""

    @cached_property
    def countries(self) -> dict[str, Country]:
        columns = data.load("countries", _CountryColumns)
        return {iso: _country(columns, row) for row, iso in enumerate(columns.iso)}

    @cached_property
    def _region_names(self) -> dict[str, str]:
        columns = data.load("regions", _RegionColumns)
        names = {key: _tidy(key, name) for key, name in zip(columns.key, columns.name, strict=True)}
        return names | pairs("regions")

    def region(self, country: str, code: str) -> str:
        """Return the name of a region, empty if unknown."""
        return self._region_names.get(f"{country}.{code}", "")

    def country_name(self, iso: str) -> str:
        country = self.countries.get(iso)
        return country.name if country else iso

    @cached_property
    def _areas(self) -> dict[str, list[Area]]:
        """Map a folded name or code to the areas it may mean."""
        found: dict[str, list[Area]] = {}
        for country in self.countries.values():
            for spelling in (country.name, country.iso, country.iso3):
                found.setdefault(fold(spelling), []).append((country.iso, ""))
        for spelling, iso in pairs("countries").items():
            found.setdefault(spelling, []).append((iso, ""))
        folded = fold_lines("\n".join(self._region_names.values())).decode().split("\n")
        for key, name in zip(self._region_names, folded, strict=True):
            iso, _, code = key.partition(".")
            found.setdefault(" ".join(name.split()), []).append((iso, code))
            if code.isalpha():
                found.setdefault(code.lower(), []).append((iso, code))
        for key, code in pairs("region codes").items():
            iso, _, short = key.partition(".")
            found.setdefault(short, []).append((iso, code))
        return found

    def areas(self, text: str) -> list[Area]:
        """Return the areas that a qualifier such as `NJ`, `Ontario`, `UK` or `Japan` may mean."""
        folded = fold(text)
        for word in ("province", "state", "prefecture", "region"):
            folded = folded.removesuffix(f" {word}").removeprefix(f"{word} of ")
        return self._areas.get(folded, [])

    def iso(self, text: str) -> str | None:
        """Return the code of the country that a text names."""
        return next((iso for iso, region in self.areas(text) if not region), None)


def _tidy(key: str, name: str) -> str:
    """Airports write hyphens for the spaces in a region's name, except where hyphens belong there."""
    spaced = name if key[:2] in ("FR", "DE", "IT", "RO", "KR") else name.replace("-", " ")
    return spaced.strip(" '")


def _country(columns: _CountryColumns, row: int) -> Country:
    return Country(
        iso=columns.iso[row],
        iso3=columns.iso3[row],
        name=columns.name[row],
        capital=columns.capital[row],
        continent=columns.continentcode[row],
        area_km2=columns.areakm2[row],
        population=columns.population[row],
        currency=columns.currencycode[row],
        currency_name=columns.currencyname[row],
        phone=columns.phone[row],
        languages=tuple(filter(None, columns.languages[row].split(","))),
        neighbours=tuple(filter(None, columns.neighbours[row].split(","))),
    )


CROWD_RADIUS = 60_000
CROWD_FADING = 12_000


class Crowds:
    """Population around a point, weighted by proximity."""

    def __init__(self, table: Table, globe: Globe) -> None:
        self._table = table
        self._globe = globe
        self.crowd = lru_cache(maxsize=8192)(self._crowd)

    @cached_property
    def _people(self) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        import numpy as np  # noqa: PLC0415 - an address is found without it

        return np.frombuffer(self._table.population, dtype=np.int64)

    def _crowd(self, lat: float, lng: float) -> float:
        import numpy as np  # noqa: PLC0415

        rows, away = self._globe.within(lat, lng, CROWD_RADIUS)
        people = self._people[rows] * np.exp(-((away / (2 * CROWD_FADING)) ** 2))
        return round(float(people.sum()), 0)
