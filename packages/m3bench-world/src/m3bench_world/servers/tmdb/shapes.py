"""Series, people and credits as JSON for answers."""

from __future__ import annotations

from typing import Any

from m3bench_world.films import Film, People, Person, Series

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
