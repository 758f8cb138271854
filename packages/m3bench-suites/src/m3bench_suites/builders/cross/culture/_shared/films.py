"""Reading lists of recommended films."""

from __future__ import annotations

import re

import msgspec

from m3bench.suites import CallResult
from m3bench_suites.builders.tasks import require

MOVIES = "Movie Recommender/get_movies"
_FILM = re.compile(r"Title: (.+) \((\d{4})\)\nPlot: An? (\S+).*? film(.*)")
_DIRECTED = re.compile(r", directed by (.+?)(?:, with |, first shown)")


class Listed(msgspec.Struct, frozen=True):
    """A film as a list has it."""

    title: str
    year: int
    genre: str
    """The first genre, in lower case."""
    directors: tuple[str, ...]


def films(result: CallResult) -> list[Listed]:
    """Return the films of a list, in its order."""
    found = _FILM.findall(result.text)
    require(found, "there are no films.")
    return [
        Listed(title, int(year), genres.split("/")[0], _directors(rest))
        for title, year, genres, rest in found
    ]


def own_record(result: CallResult, listed: Listed) -> Listed:
    """Return the film with this title and these directors, in the list that a search for the title gave."""
    same = [
        film for film in films(result) if (film.title, film.directors) == (listed.title, listed.directors)
    ]
    require(len(same) == 1, f"{len(same)} films are called {listed.title}.")
    return same[0]


def _directors(rest: str) -> tuple[str, ...]:
    found = _DIRECTED.search(rest)
    return tuple(found[1].split(" and ")) if found else ()
