"""Faults of films."""

from __future__ import annotations

from m3bench.media.film import Film, write_film


def cut_film_end(data: bytes, *, seconds: float = 1.5) -> bytes:
    """Remove the last seconds."""
    film = Film(data)
    shown = (frame.pixels for frame in film.frames(0.0, film.info.seconds - seconds))
    return write_film(shown, film.rate, film.sound)


def mirror_film(data: bytes) -> bytes:
    """Mirror the frames from left to right."""
    film = Film(data)
    return write_film((frame.pixels[:, ::-1] for frame in film.frames()), film.rate, film.sound)
