"""The one tool: up to three films for a keyword."""

from __future__ import annotations

import re
from typing import Annotated

import msgspec

from m3bench.servers.kit import Answer, NotFound, Proof, Server, about, check_text
from m3bench_world import World
from m3bench_world.films import Film, Films
from m3bench_world.servers.context import ToolContext

MOST = 3
_LIKE = re.compile(r"(?:movies?|films?|something)\s+(?:like|similar\s+to)\s+(.+)", re.IGNORECASE | re.DOTALL)
_GENRES = {
    "science fiction": "Sci-Fi",
    "sci fi": "Sci-Fi",
    "scifi": "Sci-Fi",
    "animated": "Animation",
    "biographical": "Biography",
    "comedies": "Comedy",
    "documentaries": "Documentary",
    "historical": "History",
    "romantic": "Romance",
    "sports": "Sport",
    **{
        genre.lower(): genre
        for genre in (
            *("Action", "Adventure", "Animation", "Biography", "Comedy", "Crime", "Documentary", "Drama"),
            *("Family", "Fantasy", "History", "Horror", "Music", "Musical", "Mystery", "Romance", "Sport"),
            *("Thriller", "War", "Western"),
        )
    },
}
"""Words of a keyword → genre."""
_TELLING = 5
"""Letters of a word that may stand for the whole keyword."""
_MOST_WORDS = 12
_YEARS_OFF = (-4, -3, -2, 2, 3, 4)
"""By how much a list of similar films may have the year of a film wrong."""
_GENERIC = frozenset(
    ("movie", "movies", "films", "about", "similar", "upcoming", "recent", "theme", "themed")
)

server = Server(
    "Movie Recommender",
    "Films for a keyword.",
    sources=("wikidata-films", "ratings"),
    proof=Proof("get_movies", {"keyword": "Inception"}),
)


@server.tool
def get_movies(
    context: ToolContext,
    keyword: Annotated[
        str,
        about(
            "A title or words of one, such as 'space'; a genre, such as 'science fiction'; or 'movies like' "
            "and a title."
        ),
    ],
) -> Answer:
    """Recommend at most three films for a keyword, each with its title and what it is about. Films whose
    title matches come first, the best known of them on top. If no title matches, a genre in the keyword
    gives its best known films, and else a single word of it the films with that word in their title.
    'movies like Inception' gives films that share people and genres with it, as an older list has them."""
    wanted = check_text(keyword, "keyword")
    films = context.world.films
    found = (
        _similar(context.world, wanted)
        or films.search(wanted, MOST)
        or _of_genre(films, wanted)
        or _with_one_word(films, wanted)
    )
    if not found:
        advice = "try a single word of a title, or a genre such as 'western'"
        raise NotFound(f"no film matches '{wanted[:80]}'; {advice}", films.near(wanted))
    return Answer("\n\n".join(_lines(film) for film in found))


def _similar(world: World, keyword: str) -> list[Film]:
    films, named = world.films, _LIKE.fullmatch(keyword)
    film = films.search(named[1], 1) if named else []
    return [as_listed(world, other_film) for other_film in films.like(film[0], MOST)] if film else []


def as_listed(world: World, film: Film) -> Film:
    """Return a film as lists of similar films have it: with errata in the years."""
    others = tuple(str(film.year + off) for off in _YEARS_OFF)
    year = world.errata.pick("lists of similar films", film.id, str(film.year), others)
    return msgspec.structs.replace(film, year=int(year))


def _of_genre(films: Films, keyword: str) -> list[Film]:
    words = f" {' '.join(re.findall(r'[a-z]+', keyword.lower()))} "
    genres = {genre for name, genre in _GENRES.items() if f" {name} " in words}
    if not genres:
        return []
    found = films.matching(lambda _: True, genres=[{genre} for genre in sorted(genres)])
    return sorted(found, key=lambda film: (-film.votes, film.id))[:MOST]


def _with_one_word(films: Films, keyword: str) -> list[Film]:
    """Return films for the first telling word of several that is in a title."""
    words = re.findall(r"\w+", keyword.lower())[:_MOST_WORDS]
    telling = (
        [word for word in words if len(word) >= _TELLING and word not in _GENERIC] if len(words) > 1 else []
    )
    return next((found for word in telling if (found := films.search(word, MOST))), [])


def _lines(film: Film) -> str:
    return f"Title: {film.title} ({film.year})\nPlot: {film.overview}"
