"""Short films drawn from the seed, each with its exact ground truth.

    film = world.video.film("delivery", 3)
    film.data, film.truth.events, film.visible_at(4.5)

A new kind of film is a module in `kinds/` with a function `compose(board)`.
"""

from m3bench_world.video.library import Video, WorldFilm, film_kinds
from m3bench_world.video.storyboard import Speak
from m3bench_world.video.truth import Beep, Event, FilmTruth, Line, Shot, Sighting

__all__ = [
    "Beep",
    "Event",
    "FilmTruth",
    "Line",
    "Shot",
    "Sighting",
    "Speak",
    "Video",
    "WorldFilm",
    "film_kinds",
]
