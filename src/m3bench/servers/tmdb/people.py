"""Tools about people of film."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET

from m3bench.servers.kit import Answer, NotFound, ToolContext, about, words
from m3bench.servers.tmdb.server import Page, page_number, paged, server, whole_id
from m3bench.servers.tmdb.shapes import MOST_CREDITS, person_in_short

REAL = ("wikidata-films",)


@server.tool
def search_people(
    context: ToolContext,
    query: Annotated[str, about("Name of an actor, director or writer, such as 'Agnès Varda'.")],
    page: Page = UNSET,
) -> Answer:
    """Search people by name. Gives ids, names, and how many films they acted in, directed and wrote."""
    asked, people = words(query, "query"), context.world.films.people
    found = people.search(asked, 60)
    if not found:
        raise NotFound(f"nobody named '{asked[:80]}'", people.near(asked))
    return paged(found, page_number(page), person_in_short, REAL)


@server.tool
def get_person_details(
    context: ToolContext,
    person_id: Annotated[float, about("Id of a person, as search_people and get_movie_credits give it.")],
) -> Answer:
    """The films of a person, by kind of work, newest first."""
    films = context.world.films
    person = films.people.person(whole_id(person_id, "person_id"))
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
    return Answer({**person_in_short(person), "films": made}, sources=REAL)
