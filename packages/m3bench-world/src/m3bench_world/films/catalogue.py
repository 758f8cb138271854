"""Films: found by title, filtered, recommended."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cache, cached_property

import msgspec

from m3bench_world.data import load
from m3bench_world.films.people import People
from m3bench_world.films.series import SeriesList
from m3bench_world.films.titles import TitleIndex
from m3bench_world.world import World

GENRES = (
    "Action", "Adventure", "Animation", "Biography", "Comedy", "Crime", "Documentary", "Drama", "Family",
    "Fantasy", "History", "Horror", "Music", "Musical", "Mystery", "Romance", "Sci-Fi", "Sport", "Thriller",
    "War", "Western",
)  # fmt: skip


class Columns(msgspec.Struct):
    """The frozen table, column by column."""

    imdb: list[str]
    title: list[str]
    year: list[int]
    runtime: list[float | None]
    genres: list[str]
    released: list[str]
    directors: list[str | None]
    writers: list[str | None]
    cast: list[str | None]
    languages: list[str | None]
    countries: list[str | None]
    box_office: list[float | None]


class Film(msgspec.Struct, frozen=True, kw_only=True):
    """A film. Votes, rating and popularity are invented; all else is Wikidata's."""

    id: int
    imdb: str
    title: str
    year: int
    released: str
    runtime: int | None
    genres: tuple[str, ...]
    directors: tuple[str, ...]
    writers: tuple[str, ...]
    cast: tuple[str, ...]
    languages: tuple[str, ...]
    countries: tuple[str, ...]
    box_office: int | None
    rating: float
    votes: int
    popularity: float

    @property
    def overview(self) -> str:
        """Return a sentence from its facts."""
        kind = "/".join(self.genres[:2]).lower() or "feature"
        made = f" from {', '.join(self.countries[:2])}" if self.countries else ""
        by = f", directed by {' and '.join(self.directors[:2])}" if self.directors else ""
        starring = f", with {', '.join(self.cast[:3])}" if self.cast else ""
        return f"A {kind} film{made}{by}{starring}, first shown in {self.year}."


class Films:
    """All films, series and their people, created on demand."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.series = SeriesList(world)

    @cached_property
    def _columns(self) -> Columns:
        return _films()

    @cached_property
    def _places(self) -> dict[int, int]:
        return {_id(imdb): index for index, imdb in enumerate(self._columns.imdb)}

    @cached_property
    def _titles(self) -> TitleIndex:
        return _title_index()

    @cached_property
    def people(self) -> People:
        columns = self._columns
        return People((columns.cast, columns.directors, columns.writers), self._film_id)

    def _film_id(self, place: int) -> int:
        return _id(self._columns.imdb[place])

    def film(self, film_id: int) -> Film | None:
        place = self._places.get(film_id)
        return None if place is None else self._film(place)

    def search(self, text: str, limit: int) -> list[Film]:
        """Return films whose titles match, best first, then by popularity."""
        found = self._titles.search(text)
        ranked = sorted(found, key=lambda place: (-found[place], -self._votes(place), place))
        return [self._film(place) for place in ranked[:limit]]

    def near(self, text: str) -> list[str]:
        return self._titles.near(text)

    def top(self, count: int) -> list[Film]:
        """Return the most popular films."""
        everything = range(len(self._columns.imdb))
        ranked = sorted(everything, key=lambda place: (-self._votes(place), place))
        return [self._film(place) for place in ranked[:count]]

    def matching(self, wanted: Callable[[Film], bool], *, genres: Iterable[Iterable[str]]) -> list[Film]:
        """Return all films that have a genre of each group and satisfy `wanted`."""
        groups = [set(group) for group in genres]
        places = (
            index
            for index, text in enumerate(self._columns.genres)
            if all(not group.isdisjoint(text.split(", ")) for group in groups)
        )
        return [film for film in map(self._film, places) if wanted(film)]

    def like(self, film: Film, limit: int) -> list[Film]:
        """Return films that share people and genres with it, most similar first."""
        columns, shared = self._columns, defaultdict[int, float](float)
        ours, genres = {*film.directors, *film.cast}, set(film.genres)
        for index, (cast, directors, kinds) in enumerate(
            zip(columns.cast, columns.directors, columns.genres, strict=True)
        ):
            both = genres.intersection(kinds.split(", "))
            if both:
                people = ours.intersection(_split(cast)) | ours.intersection(_split(directors))
                shared[index] = 3 * len(people) + 2 * len(both) / len(genres)
        shared.pop(self._places[film.id], None)
        ranked = sorted(shared, key=lambda place: (-shared[place], -self._votes(place), place))
        return [self._film(place) for place in ranked[:limit]]

    def trending(self, period: str, limit: int) -> list[Film]:
        """Return popular films in an order that changes with the period (a day or a week)."""
        chance = self._world.chance
        pool = self.top(400)
        return sorted(pool, key=lambda film: (-chance.share("trending", period, film.id), film.id))[:limit]

    def _votes(self, place: int) -> int:
        """Return the votes of a film: more for higher earnings, random otherwise."""
        earned = self._columns.box_office[place] or 0
        spread = self._world.chance.share("votes", self._columns.imdb[place])
        return int(40 * math.exp(4.5 * spread) + earned / 12_000)

    def _film(self, place: int) -> Film:
        columns = self._columns
        chance, imdb = self._world.chance, columns.imdb[place]
        votes, runtime = self._votes(place), columns.runtime[place]
        draws = [chance.share("rating", imdb, number) for number in range(3)]
        earned = columns.box_office[place]
        return Film(
            id=_id(imdb),
            imdb=imdb,
            title=columns.title[place],
            year=columns.year[place],
            released=columns.released[place],
            runtime=None if runtime is None else int(runtime),
            genres=_split(columns.genres[place]),
            directors=_split(columns.directors[place]),
            writers=_split(columns.writers[place]),
            cast=_split(columns.cast[place]),
            languages=_split(columns.languages[place]),
            countries=_split(columns.countries[place]),
            box_office=None if earned is None else int(earned),
            rating=round(4.2 + 4.6 * sum(draws) / 3, 1),
            votes=votes,
            popularity=round(math.log1p(votes) * (1 + chance.share("popularity", imdb)), 2),
        )


@cache
def _films() -> Columns:
    """The table is the same in every world."""
    return load("films", Columns)


@cache
def _title_index() -> TitleIndex:
    return TitleIndex(_films().title)


def _id(imdb: str) -> int:
    return int(imdb.removeprefix("tt"))


def _split(names: str | None) -> tuple[str, ...]:
    return tuple(names.split(", ")) if names else ()
