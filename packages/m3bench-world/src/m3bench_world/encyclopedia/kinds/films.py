"""Films, and the people who direct them and play in them."""

from __future__ import annotations

from functools import cached_property

import msgspec

from m3bench_world.encyclopedia.article import Draft, Section
from m3bench_world.encyclopedia.compiled import read_table
from m3bench_world.encyclopedia.kinds.kind import Kind
from m3bench_world.encyclopedia.kinds.wording import article_for, join_names, with_the
from m3bench_world.encyclopedia.names import without_qualifier

_SOURCES = ("wikidata-films",)


class FilmColumns(msgspec.Struct):
    key: list[str]
    year: list[int]
    runtime: list[float | None]
    genres: list[tuple[str, ...]]
    directors: list[tuple[str, ...]]
    writers: list[tuple[str, ...]]
    cast: list[tuple[str, ...]]
    countries: list[tuple[str, ...]]
    languages: list[tuple[str, ...]]
    box_office: list[float | None]


class Films(Kind):
    name = "film"

    @cached_property
    def columns(self) -> FilmColumns:
        return read_table("film", FilmColumns)

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {key: row for row, key in enumerate(self.columns.key)}

    def of_year(self, year: int) -> list[str]:
        """Return keys of the films of a year, the most successful first."""
        return [
            key for key, released in zip(self.columns.key, self.columns.year, strict=True) if released == year
        ]

    def draft(self, key: str) -> Draft:
        table, row = self.columns, self._rows[key]
        genres = " and ".join(genre.lower() for genre in table.genres[row][:2])
        by = f" directed by {join_names(table.directors[row])}" if table.directors[row] else ""
        cast = f" The cast includes {join_names(table.cast[row], 4)}." if table.cast[row] else ""
        name = without_qualifier(self.title(key))
        summary = f"{name} is {article_for(str(table.year[row]))} {genres} film{by}.{cast}{self._facts(row)}"
        return Draft(
            description=f"film of {table.year[row]}",
            summary=" ".join(summary.split()),
            sections=self._sections(row),
            links=(
                *table.directors[row],
                *table.cast[row],
                *table.countries[row],
                f"List of films of {table.year[row]}",
            ),
            sources=_SOURCES,
        )

    def _facts(self, row: int) -> str:
        table = self.columns
        made = (
            f" It was made in {join_names([with_the(name) for name in table.countries[row]])}"
            if table.countries[row]
            else ""
        )
        if made and (runtime := table.runtime[row]):
            made += f" and runs for {runtime:.0f} minutes"
        takings = table.box_office[row]
        earned = f" It took about {takings:,.0f} US dollars at the box office." if takings else ""
        return f"{made}.{earned}" if made else earned

    def _sections(self, row: int) -> tuple[Section, ...]:
        table = self.columns
        named = {
            "Cast": table.cast[row],
            "Writers": table.writers[row],
            "Genres": table.genres[row],
            "Languages": table.languages[row],
        }
        return tuple(Section(heading, f"{', '.join(names)}.") for heading, names in named.items() if names)


class PersonColumns(msgspec.Struct):
    key: list[str]
    acted: list[tuple[tuple[str, int], ...]]
    directed: list[tuple[tuple[str, int], ...]]
    counts: list[tuple[int, int]]
    years: list[tuple[int, int]]
    genres: list[tuple[str, ...]]


class People(Kind):
    name = "person"

    @cached_property
    def columns(self) -> PersonColumns:
        return read_table("person", PersonColumns)

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {key: row for row, key in enumerate(self.columns.key)}

    def draft(self, key: str) -> Draft:
        table, row = self.columns, self._rows[key]
        acted, directed = table.counts[row]
        roles = [role for role, count in (("film director", directed), ("film actor", acted)) if count]
        if acted > directed:
            roles.reverse()
        first, last = table.years[row]
        known = _films(table.acted[row] if acted > directed else table.directed[row])
        parts = [f"directed {directed:,}" if directed else "", f"has a part in {acted:,}" if acted else ""]
        genres = [genre.lower() for genre in table.genres[row]]
        summary = (
            f"{key} is on record as {' and '.join(roles)} of films from {first} to {last}: "
            f"{key} {' and '.join(part for part in parts if part)} of them. "
            f"Known for {join_names(known, 3)}; the usual genres are {join_names(genres)}."
        )
        films = {"Directed": _films(table.directed[row]), "Appeared in": _films(table.acted[row])}
        return Draft(
            description=" and ".join(roles),
            summary=summary,
            sections=tuple(
                Section(heading, f"{'; '.join(names)}.") for heading, names in films.items() if names
            ),
            links=tuple(f"{name} ({year} film)" for name, year in (*table.directed[row], *table.acted[row])),
            sources=_SOURCES,
        )


def _films(pairs: tuple[tuple[str, int], ...]) -> list[str]:
    ordered = sorted(pairs, key=lambda pair: (pair[1], pair[0]))
    return [f"{name} ({year})" for name, year in ordered]
