"""Popular films with names that can be written, for posters and slides."""

from __future__ import annotations

from functools import lru_cache

from m3bench_world.films import Film, Films
from m3bench_world.scenes.prints.typeset import is_writable

_POOL = 700


@lru_cache(maxsize=4)
def known_films(films: Films) -> tuple[Film, ...]:
    """Return the most popular films, ranked once for all scenes of a world."""
    return tuple(
        film
        for film in films.top(_POOL)
        if film.directors
        and len(film.cast) > 1
        and is_writable(film.title, film.directors[0], *film.cast[:2])
    )
