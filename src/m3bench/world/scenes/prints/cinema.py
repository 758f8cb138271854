"""Films that can be put on posters and slides: known, and with names that can be written."""

from __future__ import annotations

from functools import lru_cache

from m3bench.world.films import Film, Films
from m3bench.world.scenes.prints.typeset import is_writable

_POOL = 700


@lru_cache(maxsize=4)
def known_films(films: Films) -> tuple[Film, ...]:
    """The best known, ranked once for all the scenes of a world."""
    return tuple(
        film
        for film in films.top(_POOL)
        if film.directors
        and len(film.cast) > 1
        and is_writable(film.title, film.directors[0], *film.cast[:2])
    )
