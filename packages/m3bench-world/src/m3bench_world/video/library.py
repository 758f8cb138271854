"""The films of the world, by kind and number."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from importlib import import_module
from pkgutil import iter_modules
from typing import cast

import numpy as np

from m3bench.media import Sound
from m3bench.media.film import Pixels, mix_sounds, write_film
from m3bench_world.scenes import DRAWING_LOCK
from m3bench_world.video.actors import FPS, SIZE
from m3bench_world.video.rendering import Renderer
from m3bench_world.video.storyboard import Speak, Storyboard
from m3bench_world.video.truth import Beep, FilmTruth, Line, Shot, Sighting
from m3bench_world.world import World

RATE = 24_000
_RAMP = 0.01


def soundtrack(seconds: float, beeps: Sequence[Beep], spoken: Sequence[tuple[Line, Sound]]) -> Sound | None:
    """Return the whole sound, or None if nothing is heard."""
    if not beeps and not spoken:
        return None
    track = Sound(np.zeros((round(seconds * RATE), 1), np.float32), RATE)
    for beep in beeps:
        track = mix_sounds(track, _tone(beep), beep.start)
    for line, sound in spoken:
        track = mix_sounds(track, sound, line.start)
    return track


def _tone(beep: Beep) -> Sound:
    moments = np.arange(round((beep.end - beep.start) * RATE)) / RATE
    swell = np.minimum(1, np.minimum(moments, moments[::-1]) / _RAMP)
    wave = 0.4 * np.sin(2 * np.pi * beep.hertz * moments) * swell
    return Sound(wave[:, None].astype(np.float32), RATE)


_KINDS = f"{__package__}.kinds"
MOST_KEPT = 12
"""Films that are kept: each has a few megabytes of pictures, and of bytes once it was encoded."""


@cache
def film_kinds() -> tuple[str, ...]:
    """Return the kinds of films, which are the modules in the folder `kinds`."""
    folder = import_module(_KINDS)
    return tuple(sorted(module.name for module in iter_modules(folder.__path__) if module.name[0] != "_"))


class WorldFilm:
    """A film and its ground truth. The bytes are made when they are asked for."""

    def __init__(self, board: Storyboard, speak: Speak | None) -> None:
        spoken = board.spoken(speak) if speak else []
        self._sound = soundtrack(board.seconds, board.beeps, spoken)
        self._renderer = Renderer(board.shots, board.captions)
        self.truth = FilmTruth(
            kind=board.kind,
            number=board.number,
            seconds=board.seconds,
            fps=FPS,
            size=SIZE,
            shots=tuple(Shot(shot.first / FPS, shot.last / FPS, shot.place) for shot in board.shots),
            events=tuple(
                sorted(
                    (event for shot in board.shots for event in shot.events()), key=lambda event: event.start
                )
            ),
            captions=tuple(board.captions),
            spoken=tuple(line for line, _ in spoken),
            beeps=tuple(board.beeps),
            facts=board.facts,
        )

    @cached_property
    def data(self) -> bytes:
        """The bytes of an MP4 file: the same in every process, with the same version of the encoder."""
        return write_film(self._renderer.frames(), FPS, self._sound)

    def frame_at(self, seconds: float) -> Pixels:
        """Return the frame at a time, as it was drawn."""
        return self._renderer.frame(self._number(seconds))

    def visible_at(self, seconds: float) -> tuple[Sighting, ...]:
        """Return what is visible at a time, from back to front."""
        return self._renderer.visible(self._number(seconds))

    def _number(self, seconds: float) -> int:
        return min(max(0, int(seconds * FPS + 1e-6)), round(self.truth.seconds * FPS) - 1)


class Video:
    """Short films. `world.video.film("delivery", 3)` is the same in every process."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._kept: OrderedDict[tuple[str, int, Speak | None], WorldFilm] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def kinds(self) -> tuple[str, ...]:
        return film_kinds()

    def film(self, kind: str, number: int, speak: Speak | None = None) -> WorldFilm:
        """Return a film.

        Args:
            kind: One of `kinds`.
            number: Which of them.
            speak: Speaks the lines of the film. Without it, the film has only its tones, or no sound.
        """
        if kind not in film_kinds():
            raise ValueError(f"no kind of film {kind!r}: there are {', '.join(film_kinds())}")
        key = (kind, number, speak)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = WorldFilm(self._board(kind, number), speak)
        with self._lock:
            self._kept[key] = made
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return made

    def _board(self, kind: str, number: int) -> Storyboard:
        compose = cast(Callable[[Storyboard], None], import_module(f"{_KINDS}.{kind}").compose)
        board = Storyboard(self._world, kind, number)
        with DRAWING_LOCK:
            compose(board)
        return board
