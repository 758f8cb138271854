"""From the plan of a film to its frames, and to what is visible in them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from m3bench.media.film import Pixels, draw_text
from m3bench_world.video.actors import FPS, SIZE, Actor
from m3bench_world.video.shots import ShotBoard
from m3bench_world.video.truth import Line, Sighting

_LEAST_VISIBLE = 0.03


class Renderer:
    """Draws the frames of a film."""

    def __init__(self, shots: list[ShotBoard], captions: list[Line]) -> None:
        self._shots, self._captions = shots, captions
        self._letters = lru_cache(maxsize=4)(lambda text: draw_text(SIZE, text))

    def frames(self) -> Iterator[Pixels]:
        """Yield all frames. Frames in which nothing changes are drawn once."""
        key: object = None
        pixels: Pixels | None = None
        for number in range(self._shots[-1].last):
            now = self._key(number)
            if pixels is None or now != key:
                key, pixels = now, self.frame(number)
            yield pixels

    def frame(self, number: int) -> Pixels:
        """Return a frame by its number."""
        shot = self._shot(number)
        picture = shot.backdrop.copy()
        for actor in _there(shot, number):
            image = actor.look_at(number).image
            picture.paste(image, actor.corner_at(number), image)
        if text := self._caption(number):
            letters = self._letters(text)
            picture.paste(letters, (0, 0), letters)
        return np.asarray(picture)

    def visible(self, number: int) -> tuple[Sighting, ...]:
        """Return what is visible in a frame, from back to front."""
        shot = self._shot(number)
        free = np.ones((SIZE[1], SIZE[0]), np.float32)
        found = []
        for actor in reversed(_there(shot, number)):
            alpha = _alpha(actor, number)
            if actor.label and (sighting := _sighting(actor, number, alpha * free)):
                found.append(sighting)
            free *= 1 - alpha
        return tuple(reversed(found))

    def _shot(self, number: int) -> ShotBoard:
        number = min(max(0, number), self._shots[-1].last - 1)
        return next(shot for shot in self._shots if number < shot.last)

    def _caption(self, number: int) -> str:
        shown = [
            line.text for line in self._captions if line.start * FPS - 0.01 <= number < line.end * FPS - 0.01
        ]
        return "\n".join(shown)

    def _key(self, number: int) -> object:
        shot = self._shot(number)
        actors = [(id(a), a.corner_at(number), id(a.look_at(number).image)) for a in _there(shot, number)]
        return id(shot), actors, self._caption(number)


def _there(shot: ShotBoard, number: int) -> list[Actor]:
    return [actor for actor in shot.actors if actor.box_at(number)]


def _alpha(actor: Actor, number: int) -> NDArray[np.float32]:
    """Return how much of each pixel of the frame a thing covers, from 0 to 1."""
    layer = Image.new("L", SIZE)
    layer.paste(actor.look_at(number).image.getchannel("A"), actor.corner_at(number))
    return np.asarray(layer, np.float32) / np.float32(255)


def _sighting(actor: Actor, number: int, seen: NDArray[np.float32]) -> Sighting | None:
    look = actor.look_at(number)
    whole = float(np.asarray(look.image.getchannel("A"), np.float32).sum()) / 255
    share = float(seen.sum()) / max(1.0, whole)
    rows, columns = (np.flatnonzero((seen > 0.5).any(axis=axis)) for axis in (1, 0))
    if share < _LEAST_VISIBLE or not len(rows):
        return None
    box = int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1
    return Sighting(actor.label or "", box, round(min(1.0, share), 3), look.state, look.text)
