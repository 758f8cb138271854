"""Tools about films."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, UnsetType

from m3bench.servers.kit import Answer, NotFound, about, check_choice, check_text
from m3bench_world.films import Film
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tmdb.server import (
    LANGUAGES,
    HighRating,
    Language,
    LowRating,
    MovieId,
    Page,
    check_id,
    credits_of,
    page_number,
    parse_genres,
    parse_sort,
    results_page,
    series_summary,
    server,
)

MOST_FOUND = 200
GENRES = {
    28: "Action", 12: "Adventure", 16: "Animation", 36001: "Biography", 35: "Comedy", 80: "Crime",
    99: "Documentary", 18: "Drama", 10751: "Family", 14: "Fantasy", 36: "History", 27: "Horror",
    10402: "Music", 10403: "Musical", 9648: "Mystery", 10749: "Romance", 878: "Sci-Fi", 36002: "Sport",
    53: "Thriller", 10752: "War", 37: "Western",
}  # fmt: skip
_ALIASES = {genre: number for number, genre in GENRES.items()}
_SORT_KEYS = ("popularity", "vote_average", "vote_count", "release_date", "revenue", "title")


@server.tool
def search_movies(
    context: ToolContext,
    query: Annotated[str, about("Title or words of it, such as 'Inception'.")],
    page: Page = UNSET,
) -> Answer:
    """Search films by title. Gives ids, titles, dates, genres, votes and a short overview, best first."""
    title = check_text(query, "query")
    found = context.world.films.search(title, MOST_FOUND)
    if not found:
        raise NotFound(f"no film titled '{title[:80]}'", context.world.films.near(title))
    return results_page(found, page_number(page), film_summary)


@server.tool
def get_movie_details(context: ToolContext, movie_id: MovieId) -> Answer:
    """Everything about one film: runtime, languages, countries, box office, votes, directors and writers."""
    film = _film(context, movie_id)
    return Answer(
        {
            **film_summary(film),
            "imdb_id": film.imdb,
            "runtime": film.runtime,
            "spoken_languages": film.languages,
            "production_countries": film.countries,
            "revenue": film.box_office,
            "directors": film.directors,
            "writers": film.writers,
            "cast": film.cast,
        }
    )


@server.tool
def discover_movies(
    context: ToolContext,
    with_genres: Annotated[
        str | UnsetType, about("Genres by name or number: 'Drama,Crime' wants both, 'Drama|Crime' either.")
    ] = UNSET,
    with_original_language: Language = UNSET,
    min_year: Annotated[float | UnsetType, about("First year of release.")] = UNSET,
    max_year: Annotated[float | UnsetType, about("Last year of release.")] = UNSET,
    min_rating: LowRating = UNSET,
    max_rating: HighRating = UNSET,
    min_vote_count: Annotated[float | UnsetType, about("Fewest votes.")] = UNSET,
    sort_by: Annotated[
        str | UnsetType,
        about("popularity, vote_average, vote_count, release_date, revenue or title, with .asc or .desc."),
    ] = UNSET,
    page: Page = UNSET,
) -> Answer:
    """Find films by genre, language, year and votes, in any order."""
    language = None if with_original_language is UNSET else with_original_language.strip().casefold()
    wanted = (
        None
        if language is None
        else LANGUAGES[check_choice(language, "with_original_language", tuple(LANGUAGES))]
    )
    low_year, high_year = _or(min_year, 0), _or(max_year, 9_999)
    low, high, fewest = _or(min_rating, 0), _or(max_rating, 10), _or(min_vote_count, 0)

    def fits(film: Film) -> bool:
        return (
            low_year <= film.year <= high_year
            and low <= film.rating <= high
            and film.votes >= fewest
            and (wanted is None or film.languages[:1] == (wanted,))
        )

    key, descending = parse_sort(sort_by, _SORT_KEYS)
    found = context.world.films.matching(fits, genres=parse_genres(with_genres, GENRES))
    if not found:
        raise NotFound("no film fits all of these filters; loosen one of them")
    found.sort(key=lambda film: (_sort_value(film, key), film.id), reverse=descending)
    return results_page(found, page_number(page), film_summary)


@server.tool
def get_recommendations(context: ToolContext, movie_id: MovieId, page: Page = UNSET) -> Answer:
    """Films like a given one: those that share its people and genres, most alike first."""
    return results_page(
        context.world.films.like(_film(context, movie_id), 60), page_number(page), film_summary
    )


@server.tool
def get_trending(
    context: ToolContext,
    media_type: Annotated[str | UnsetType, about("movie (default), tv or all.")] = UNSET,
    time_window: Annotated[str | UnsetType, about("day (default) or week.")] = UNSET,
    page: Page = UNSET,
) -> Answer:
    """What is watched most today or this week."""
    kind = "movie" if media_type is UNSET else check_choice(media_type, "media_type", ("movie", "tv", "all"))
    window = "day" if time_window is UNSET else check_choice(time_window, "time_window", ("day", "week"))
    period = context.world.now.strftime("%Y-%m-%d" if window == "day" else "%G-W%V")
    films = [] if kind == "tv" else [film_summary(film) for film in context.world.films.trending(period, 100)]
    series = context.world.films.series.trending(period, 100) if kind != "movie" else []
    shown = [{"media_type": "movie", **film} for film in films]
    shown += [{"media_type": "tv", **series_summary(one)} for one in series]
    if kind == "all":
        shown.sort(key=lambda item: (-item["popularity"], item["id"]))
    return results_page(shown, page_number(page), dict)


@server.tool
def get_movie_credits(context: ToolContext, movie_id: MovieId) -> Answer:
    """Cast and crew of a film, with the ids of the people."""
    film = _film(context, movie_id)
    return Answer({"id": film.id, "title": film.title, **credits_of(film, context.world.films.people)})


def film_summary(film: Film) -> dict[str, Any]:
    return {
        "id": film.id,
        "title": film.title,
        "release_date": film.released,
        "genres": film.genres,
        "genre_ids": [_ALIASES[genre] for genre in film.genres],
        "overview": film.overview,
        "vote_average": film.rating,
        "vote_count": film.votes,
        "popularity": film.popularity,
    }


def _film(context: ToolContext, movie_id: float) -> Film:
    film = context.world.films.film(check_id(movie_id, "movie_id"))
    if film is None:
        raise NotFound(f"no film has the id {movie_id:g}; search_movies gives ids")
    return film


def _sort_value(film: Film, key: str) -> Any:
    return {
        "popularity": film.popularity,
        "vote_average": film.rating,
        "vote_count": film.votes,
        "release_date": film.released,
        "revenue": film.box_office or 0,
        "title": film.title.casefold(),
    }[key]


def _or(value: float | UnsetType, default: float) -> float:
    return default if value is UNSET else value
