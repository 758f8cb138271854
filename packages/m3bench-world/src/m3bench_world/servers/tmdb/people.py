"""Tools about people of film."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET

from m3bench.servers.kit import Answer, NotFound, about, check_text
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tmdb.server import (
    MOST_CREDITS,
    Page,
    check_id,
    page_number,
    person_summary,
    results_page,
    server,
)

REAL = ("wikidata-films",)


@server.tool
def search_people(
    context: ToolContext,
    query: Annotated[str, about("Name of an actor, director or writer, such as 'Agnès Varda'.")],
    page: Page = UNSET,
) -> Answer:
    """Search people by name. Gives ids, names, and how many films they acted in, directed and wrote."""
    name, people = check_text(query, "query"), context.world.films.people
    found = people.search(name, 60)
    if not found:
        raise NotFound(f"nobody named '{name[:80]}'", people.near(name))
    return results_page(found, page_number(page), person_summary, REAL)


@server.tool
def get_person_details(
    context: ToolContext,
    person_id: Annotated[float, about("Id of a person, as search_people and get_movie_credits give it.")],
) -> Answer:
    """The films of a person, by kind of work, newest first."""
    films = context.world.films
    person = films.people.person(check_id(person_id, "person_id"))
    if person is None:
        raise NotFound(f"nobody has the id {person_id:g}; search_people gives ids")
    made = {}
    for kind, ids in person.credits.items():
        known = sorted(
            filter(None, map(films.film, ids)), key=lambda film: (film.released, film.id), reverse=True
        )
        made[kind] = [
            {"id": film.id, "title": film.title, "year": film.year} for film in known[:MOST_CREDITS]
        ]
    return Answer({**person_summary(person), "films": made}, sources=REAL)
