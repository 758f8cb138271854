"""Countries and territories, and the states of the United States."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, cached_property

import msgspec

from m3bench_world.data import load, written
from m3bench_world.encyclopedia.article import Draft, Entry, Section
from m3bench_world.encyclopedia.compiled import read_text
from m3bench_world.encyclopedia.kinds.kind import Kind
from m3bench_world.encyclopedia.kinds.wording import join_names, with_the

CONTINENTS = written("encyclopedia/kinds", "continents", dict[str, str])
_OTHER_NAMES = written("encyclopedia/kinds", "other_names", dict[str, tuple[str, ...]])


class Columns(msgspec.Struct):
    iso: list[str]
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


class Countries(Kind):
    name = "country"
    well_known = True

    @cached_property
    def columns(self) -> Columns:
        return load("countries", Columns)

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {iso: row for row, iso in enumerate(self.columns.iso)}

    def entries(self) -> Iterable[Entry]:
        for iso, name, continent in zip(
            self.columns.iso, self.columns.name, self.columns.continentcode, strict=True
        ):
            aliases = tuple(other for other in _OTHER_NAMES.get(iso, ()) if other != name)
            words = f"country nation {CONTINENTS[continent]}"
            yield Entry(self.name, iso, name.strip(), f"{name.strip()} (country)", aliases, words)

    def draft(self, key: str) -> Draft:
        table, row = self.columns, self._rows[key]
        title = self.title(key)
        near = [table.name[self._rows[iso]] for iso in table.neighbours[row].split(",") if iso in self._rows]
        spoken = spoken_languages(table.languages[row])
        continent = CONTINENTS[table.continentcode[row]]
        where = f"{title} is a country or territory in {continent}"
        capital = f"; its capital is {table.capital[row].strip()}" if table.capital[row] else ""
        borders = (
            f"It borders {join_names([with_the(name) for name in near], 20)}."
            if near
            else "It has no land border."
        )
        money = f" Its currency is the {table.currencyname[row].lower()} ({table.currencycode[row]})."
        summary = (
            f"{where}{capital}. It has an area of {table.areakm2[row]:,.0f} km² and a population of about "
            f"{table.population[row]:,}. {borders}{money if table.currencycode[row] else ''}"
        )
        sections = [Section("Languages", f"Widely used: {join_names(spoken, 8)}.")] if spoken else []
        sections.append(Section("Telephone", f"The country calling code is +{table.phone[row].lstrip('+')}."))
        cities = self._book.largest_places(key)
        if cities:
            sections.insert(0, Section("Largest places", f"{', '.join(cities)}."))
        return Draft(
            description=f"country in {continent}",
            summary=summary,
            sections=tuple(sections),
            links=(table.capital[row], *near, continent, *cities),
            sources=("geonames",),
        )


@cache
def _language_names() -> dict[str, str]:
    lines = read_text("languages.tsv").splitlines()[1:]
    return {code: name for code, _, name in (line.partition("\t") for line in lines)}


def spoken_languages(codes: str) -> list[str]:
    """`de-CH,fr-CH,rm` → German, French, Romansh."""
    names = (_language_names().get(code.split("-")[0]) for code in codes.split(","))
    return list(dict.fromkeys(name for name in names if name))


class States(Kind):
    name = "state"

    @cached_property
    def _rows(self) -> dict[str, list[str]]:
        lines = read_text("states.tsv").splitlines()[1:]
        return {row[0]: row for row in (line.split("\t") for line in lines)}

    def entries(self) -> Iterable[Entry]:
        for code, (_, name, _, _) in self._rows.items():
            aliases = (f"{name}, United States", f"{name}, USA", f"{name} state", f"State of {name}")
            yield Entry(self.name, code, name, f"{name} (state)", aliases, "state region United States")

    def draft(self, key: str) -> Draft:
        _, name, capital, joined = self._rows[key]
        cities = self._book.largest_places("US", name)
        largest = f" Its largest places include {join_names(cities, 4)}." if cities else ""
        summary = (
            f"{name} is a state of the United States with the postal code {key}. Its capital is {capital}. "
            f"It joined the Union in {joined}.{largest}"
        )
        sections = (Section("Largest places", f"{', '.join(cities)}."),) if cities else ()
        return Draft(
            description="state of the United States",
            summary=summary,
            sections=sections,
            links=(f"{capital}, {name}", "United States", *cities),
            sources=("geonames",),
        )
