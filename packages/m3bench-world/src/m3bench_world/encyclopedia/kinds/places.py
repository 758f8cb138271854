"""Cities and towns, and well-known sights."""

from __future__ import annotations

from functools import cached_property

import msgspec

from m3bench_world.encyclopedia.article import Draft, Section
from m3bench_world.encyclopedia.compiled import read_table
from m3bench_world.encyclopedia.kinds.kind import Kind
from m3bench_world.encyclopedia.kinds.wording import article_for, join_names, with_the

CITY = 100_000


class PlaceColumns(msgspec.Struct):
    key: list[str]
    name: list[str]
    lat: list[float]
    lng: list[float]
    country: list[str]
    region: list[str]
    population: list[int]
    capital: list[bool]
    timezone: list[str]
    airport: list[tuple[str, str, int]]
    """Name, IATA code and elevation in metres of the nearest airport."""
    airport_km: list[int]
    near: list[tuple[tuple[str, int], ...]]
    """Keys and distances in km of the nearest places with an article."""


class Places(Kind):
    name = "place"

    @cached_property
    def columns(self) -> PlaceColumns:
        return read_table("place", PlaceColumns)

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {key: row for row, key in enumerate(self.columns.key)}

    def largest(self, country: str, region: str = "", most: int = 10) -> list[str]:
        """Return keys of the most populous places of a country or region."""
        table = self.columns
        found = (
            key
            for key, iso, part in zip(table.key, table.country, table.region, strict=True)
            if iso == country and region in ("", part)
        )
        return [key for key, _ in zip(found, range(most), strict=False)]

    def draft(self, key: str) -> Draft:
        table, row = self.columns, self._rows[key]
        country = self._book.title_of("country", table.country[row]) or table.country[row]
        region = table.region[row]
        inside = f"{region}, {country}" if region and region != table.name[row] else country
        what = "city" if table.population[row] >= CITY else "town"
        role = f" It is the capital of {with_the(country)}." if table.capital[row] else ""
        near = [(self._book.title_of("place", other), far) for other, far in table.near[row]]
        around = [f"{name} ({far:,} km)" for name, far in near if name]
        summary = (
            f"{table.name[row]} is {article_for(what)} in {inside}, with a population of about "
            f"{table.population[row]:,}.{role} It lies at {_degrees(table.lat[row], 'NS')}, "
            f"{_degrees(table.lng[row], 'EW')} in the time zone {table.timezone[row]}."
        )
        if around:
            summary += f" The nearest larger places are {join_names(around, 3)}."
        return Draft(
            description=f"{what} in {inside}",
            summary=summary,
            sections=self._sections(row, inside, around),
            links=(country, region, *(name for name, _ in near if name)),
            sources=("geonames", "airports", "timezones"),
        )

    def _sections(self, row: int, inside: str, around: list[str]) -> tuple[Section, ...]:
        table = self.columns
        airport, code, elevation = table.airport[row]
        sections = [
            Section("Geography", f"{table.name[row]} belongs to {inside}."),
            Section(
                "Transport",
                f"The nearest airport with a IATA code is {airport} ({code}), "
                f"about {table.airport_km[row]:,} km away, {elevation:,} m above the sea.",
            ),
        ]
        if around:
            sections.append(Section("Surroundings", f"Nearest larger places: {', '.join(around)}."))
        return tuple(sections)


class LandmarkColumns(msgspec.Struct):
    key: list[str]
    what: list[str]
    lat: list[float]
    lng: list[float]
    town: list[str]
    country: list[str]


class Landmarks(Kind):
    name = "landmark"

    @cached_property
    def columns(self) -> LandmarkColumns:
        return read_table("landmark", LandmarkColumns)

    def draft(self, key: str) -> Draft:
        table = self.columns
        row = table.key.index(key)
        what = table.what[row].replace("_", " ")
        where = f"{table.town[row]}, {table.country[row]}"
        summary = (
            f"{key} is a well-known sight ({what}) in or near {where}. "
            f"It lies at {_degrees(table.lat[row], 'NS')}, {_degrees(table.lng[row], 'EW')}."
        )
        same_town = [
            name for name, town in zip(table.key, table.town, strict=True) if town == table.town[row]
        ]
        others = [name for name in same_town if name != key]
        sections = (Section("Nearby", f"Other sights there: {join_names(others, 8)}."),) if others else ()
        return Draft(
            description=f"{what} in {where}",
            summary=summary,
            sections=sections,
            links=(table.town[row], table.country[row], *others[:8]),
            sources=("geonames", "landmarks"),
        )


def _degrees(value: float, letters: str) -> str:
    return f"{abs(value):.2f}° {letters[0] if value >= 0 else letters[1]}"
