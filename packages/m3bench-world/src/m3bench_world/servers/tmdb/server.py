"""The server, and shared helpers: pages, genres, languages and brief entries."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypeVar

import msgspec

from m3bench.servers.kit import Answer, BadArgument, Proof, Server, about, check_limit
from m3bench_world.films import Film, People, Person, Series

PER_PAGE = 20
MOST_PAGES = 500
T = TypeVar("T")

server = Server(
    "tmdb",
    "Films, television series and the people in them: search, details, credits, recommendations.",
    sources=("wikidata-films", "ratings"),
    proof=Proof("search_movies", {"query": "Inception"}),
)

Page = Annotated[float | msgspec.UnsetType, about("Page of the results, from 1; 20 results a page.")]
MovieId = Annotated[float, about("Id of a film, as search_movies and discover_movies give it.")]
SeriesId = Annotated[float, about("Id of a series, as search_tv_shows and discover_tv_shows give it.")]
Language = Annotated[str | msgspec.UnsetType, about("Original language as a two-letter code: en, fr, ja …")]
LowRating = Annotated[float | msgspec.UnsetType, about("Lowest average vote, 0 to 10.")]
HighRating = Annotated[float | msgspec.UnsetType, about("Highest average vote, 0 to 10.")]

LANGUAGES = {
    "en": "English", "fr": "French", "es": "Spanish", "de": "German", "it": "Italian", "ja": "Japanese",
    "hi": "Hindi", "ru": "Russian", "ar": "Arabic", "he": "Hebrew", "cn": "Cantonese", "ko": "Korean",
    "zh": "Mandarin", "sv": "Swedish", "pt": "Portuguese", "fa": "Persian", "da": "Danish", "nl": "Dutch",
    "pl": "Polish", "no": "Norwegian", "th": "Thai", "ro": "Romanian", "hu": "Hungarian", "cs": "Czech",
    "tr": "Turkish", "is": "Icelandic", "fi": "Finnish", "el": "Greek", "vi": "Vietnamese", "sr": "Serbian",
}  # fmt: skip


def page_number(page: float | msgspec.UnsetType) -> int:
    return 1 if page is msgspec.UNSET else check_limit(page, "page", MOST_PAGES)


def results_page(
    found: Sequence[T], page: int, show: Callable[[T], dict[str, Any]], sources: tuple[str, ...] = ()
) -> Answer:
    """Return one page of results, with the total."""
    pages = max(1, math.ceil(len(found) / PER_PAGE))
    if page > pages:
        raise BadArgument("page", f"there are {pages} pages; ask for one of them")
    shown = [show(item) for item in found[(page - 1) * PER_PAGE : page * PER_PAGE]]
    data = {"page": page, "total_pages": pages, "total_results": len(found), "results": shown}
    return Answer(data, sources=sources)


def check_id(number: float, name: str) -> int:
    if number != math.floor(number) or not 0 <= number < 1e12:
        raise BadArgument(name, f"{number} is not an id; take one from a search")
    return int(number)


def parse_genres(text: str | msgspec.UnsetType, numbers: dict[int, str]) -> list[set[str]]:
    """Parse genres, by name or number: 'Drama,Crime' requires both, 'Drama|Crime' either."""
    if text is msgspec.UNSET or not text.strip():
        return []
    return [{_genre(name, numbers) for name in group.split("|")} for group in text.split(",")]


def _genre(name: str, numbers: dict[int, str]) -> str:
    wanted = name.strip().casefold()
    for number, genre in numbers.items():
        if wanted in (genre.casefold(), str(number)):
            return genre
    known = ", ".join(f"{genre} ({number})" for number, genre in numbers.items())
    raise BadArgument("with_genres", f"'{name.strip()[:40]}' is not a genre; use one of: {known}")


def parse_sort(text: str | msgspec.UnsetType, keys: tuple[str, ...]) -> tuple[str, bool]:
    """Parse 'vote_average.desc' into the key and whether the order is descending."""
    chosen = "popularity.desc" if text is msgspec.UNSET else text.strip().casefold()
    key, _, order = chosen.partition(".")
    if key not in keys or order not in ("", "asc", "desc"):
        known = ", ".join(f"{key}.desc" for key in keys)
        raise BadArgument("sort_by", f"'{chosen[:40]}' is unknown; use one of {known}, or .asc")
    return key, order != "asc"


MOST_CREDITS = 40


def series_summary(series: Series) -> dict[str, Any]:
    return {
        "id": series.id,
        "name": series.title,
        "first_air_date": series.first_aired.isoformat(),
        "original_language": series.language,
        "genres": series.genres,
        "overview": series.overview,
        "vote_average": series.rating,
        "vote_count": series.votes,
        "popularity": round(series.rating * 2 + series.votes / 1_000, 2),
    }


def credits_of(film: Film, people: People) -> dict[str, Any]:
    crew = [("Director", name) for name in film.directors] + [("Writer", name) for name in film.writers]
    return {
        "cast": [
            {"id": people.id_of(name), "name": name, "order": order} for order, name in enumerate(film.cast)
        ],
        "crew": [{"id": people.id_of(name), "name": name, "job": job} for job, name in crew],
    }


def person_summary(person: Person) -> dict[str, Any]:
    return {
        "id": person.id,
        "name": person.name,
        "known_for_department": person.department,
        "credits": {kind: len(films) for kind, films in person.credits.items() if films},
    }
