"""Tools about television series."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

from msgspec import UNSET, UnsetType

from m3bench.servers.kit import Answer, NotFound, about, check_text
from m3bench_world.films import Series
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tmdb.server import (
    HighRating,
    Language,
    LowRating,
    Page,
    SeriesId,
    check_id,
    page_number,
    parse_genres,
    parse_sort,
    results_page,
    series_summary,
    server,
)

INVENTED = ("ratings",)
GENRES = {
    10759: "Action & Adventure", 16: "Animation", 35: "Comedy", 80: "Crime", 99: "Documentary", 18: "Drama",
    10751: "Family", 10762: "Kids", 9648: "Mystery", 10765: "Sci-Fi & Fantasy", 10768: "War & Politics",
    37: "Western",
}  # fmt: skip
_SORT_KEYS = ("popularity", "vote_average", "vote_count", "first_air_date", "name")


@server.tool
def search_tv_shows(
    context: ToolContext, query: Annotated[str, about("Name of a series or words of it.")], page: Page = UNSET
) -> Answer:
    """Search television series by name. Gives ids, names, dates, genres, votes and a short overview."""
    title, series = check_text(query, "query"), context.world.films.series
    found = series.search(title, 200)
    if not found:
        raise NotFound(f"no series named '{title[:80]}'", series.near(title))
    return results_page(found, page_number(page), series_summary, INVENTED)


@server.tool
def get_tv_details(context: ToolContext, tv_id: SeriesId) -> Answer:
    """Everything about one series: seasons with their episodes, creators, dates, votes."""
    series = _series(context, tv_id)
    seasons = [
        {"season_number": number, "episode_count": episodes}
        for number, episodes in enumerate(series.seasons, start=1)
    ]
    details = {
        **series_summary(series),
        "last_air_date": series.last_aired.isoformat(),
        "number_of_seasons": len(series.seasons),
        "number_of_episodes": sum(series.seasons),
        "seasons": seasons,
        "created_by": series.creators,
    }
    return Answer(details, sources=INVENTED)


@server.tool
def discover_tv_shows(
    context: ToolContext,
    with_genres: Annotated[
        str | UnsetType, about("Genres by name or number: 'Drama,Crime' wants both, 'Drama|Crime' either.")
    ] = UNSET,
    with_original_language: Language = UNSET,
    year: Annotated[float | UnsetType, about("Year in which it was first aired.")] = UNSET,
    min_rating: LowRating = UNSET,
    max_rating: HighRating = UNSET,
    sort_by: Annotated[
        str | UnsetType,
        about("popularity, vote_average, vote_count, first_air_date or name, with .asc or .desc."),
    ] = UNSET,
    page: Page = UNSET,
) -> Answer:
    """Find series by genre, language, year and votes, in any order."""
    groups = parse_genres(with_genres, GENRES)
    low = 0 if min_rating is UNSET else min_rating
    high = 10 if max_rating is UNSET else max_rating

    def fits(series: Series) -> bool:
        return (
            all(not group.isdisjoint(series.genres) for group in groups)
            and low <= series.rating <= high
            and (year is UNSET or series.first_aired.year == year)
            and (with_original_language is UNSET or series.language == with_original_language.casefold())
        )

    key, descending = parse_sort(sort_by, _SORT_KEYS)
    found = [series for series in context.world.films.series.all() if fits(series)]
    if not found:
        raise NotFound("no series fits all of these filters; loosen one of them")
    found.sort(key=lambda series: (_sort_value(series, key), series.id), reverse=descending)
    return results_page(found, page_number(page), series_summary, INVENTED)


@server.tool
def get_tv_recommendations(context: ToolContext, tv_id: SeriesId, page: Page = UNSET) -> Answer:
    """Series like a given one, by genres and votes."""
    found = context.world.films.series.like(_series(context, tv_id), 60)
    return results_page(found, page_number(page), series_summary, INVENTED)


@server.tool
def get_tv_credits(context: ToolContext, tv_id: SeriesId) -> Answer:
    """The players of a series with their roles, and its creators."""
    series = _series(context, tv_id)
    cast = [
        {"id": number, "name": name, "character": role, "order": order}
        for order, (number, name, role) in enumerate(series.cast)
    ]
    crew = [{"name": name, "job": "Creator"} for name in series.creators]
    return Answer({"id": series.id, "name": series.title, "cast": cast, "crew": crew}, sources=INVENTED)


def _series(context: ToolContext, tv_id: float) -> Series:
    series = context.world.films.series.find(check_id(tv_id, "tv_id"))
    if series is None:
        raise NotFound(f"no series has the id {tv_id:g}; search_tv_shows gives ids")
    return series


def _sort_value(series: Series, key: str) -> Any:
    values: dict[str, float | date | str] = {
        "popularity": series_summary(series)["popularity"],
        "vote_average": series.rating,
        "vote_count": series.votes,
        "first_air_date": series.first_aired,
        "name": series.title,
    }
    return values[key]
