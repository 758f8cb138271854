"""Films of tasks, and stills that must show a state of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from m3bench.checks import ImageProperties, PixelColor
from m3bench.media.film import Pixels
from m3bench.suites import PlanError
from m3bench.worlds import WorldFile
from m3bench_suites.builders.omni import TaskDraw
from m3bench_world.task_files import film_voice
from m3bench_world.video import Event, FilmTruth, WorldFilm

_PARTS = 10
_LONGEST = 30.0
_BLOCK = 4
_STEADY = 40.0
"""Blocks whose levels differ more than this have an edge in them."""
_APART = 40.0
"""How far colours at a place of two states must be from each other; those of one state are within half."""


class DrawnFilm:
    """A film of a task, with its file."""

    def __init__(self, file: WorldFile, film: WorldFilm) -> None:
        self.file, self.film = file, film
        self.name, self.truth = file.name, film.truth

    def event(self, kind: str, thing: str) -> Event:
        """Return the first event of a kind that happens to a thing."""
        return next(event for event in self.truth.events if (event.kind, event.thing) == (kind, thing))


def draw_film(
    draw: TaskDraw, kind: str, voice: str | None = None, fits: Callable[[FilmTruth], bool] = lambda _: True
) -> DrawnFilm:
    """Draw a film of a kind that is not too long and fits.

    Args:
        draw: The choices of the task.
        kind: The kind of film.
        voice: Who speaks its lines; nobody if None.
        fits: What must hold for it.
    """
    for part in range(_PARTS):
        number = draw.media_number(part)
        film = draw.world.video.film(kind, number, film_voice(voice) if voice else None)
        if film.truth.seconds <= _LONGEST and fits(film.truth):
            settings = {"voice": voice} if voice else {}
            return DrawnFilm(WorldFile(draw.film_name(), "film", kind, number, settings), film)
    raise PlanError(f"no film of the kind {kind} fits")


def still_check(path: str, film: WorldFilm, at: float, unlike: Sequence[float]) -> ImageProperties:
    """Return the check that a picture shows what the film does at a time, and not what it does at others."""
    shown = film.frame_at(at)
    places = dict.fromkeys(place for seconds in unlike for place in _different(shown, film.frame_at(seconds)))
    colors = tuple(PixelColor(x, y, _color(shown, x, y)) for x, y in places)
    return ImageProperties(path, size=film.truth.size, colors=colors, color_distance=_APART)


def _different(shown: Pixels, other: Pixels) -> Iterator[tuple[int, int]]:
    """Yield the places at which two frames differ the most, without an edge there."""
    one, two = _blocks(shown), _blocks(other)
    distance = np.sqrt(((one.mean(axis=(1, 3)) - two.mean(axis=(1, 3))) ** 2).sum(axis=2))
    distance[np.ptp(one, axis=(1, 3)).max(axis=2) > _STEADY] = 0
    if distance.max() < 2 * _APART:
        raise PlanError("two states of the film look too much alike")
    for place in np.argsort(distance, axis=None)[::-1][:3]:
        row, column = divmod(int(place), distance.shape[1])
        yield column * _BLOCK + _BLOCK // 2, row * _BLOCK + _BLOCK // 2


def _blocks(frame: Pixels) -> NDArray[np.float64]:
    high, wide = frame.shape[0] // _BLOCK, frame.shape[1] // _BLOCK
    even = frame[: high * _BLOCK, : wide * _BLOCK].astype(np.float64)
    return even.reshape(high, _BLOCK, wide, _BLOCK, 3)


def _color(frame: Pixels, x: int, y: int) -> str:
    half = _BLOCK // 2
    mean = frame[y - half : y + half, x - half : x + half].mean(axis=(0, 1))
    return "#" + "".join(f"{round(float(level)):02x}" for level in mean)
