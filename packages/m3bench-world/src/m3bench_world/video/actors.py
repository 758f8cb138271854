"""Things in a shot: where they are and how they look in each frame."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from PIL import Image

from m3bench_world.video.truth import Box

SIZE = (480, 270)
FPS = 10


class ActorLook(NamedTuple):
    """How a thing looks from a frame on."""

    first: int
    image: Image.Image
    state: str = ""
    text: str = ""


@dataclass(eq=False)
class Actor:
    """A thing in a shot, from one frame to before another. Without a label it is part of the setting."""

    label: str | None
    first: int
    last: int
    looks: list[ActorLook]
    path: list[tuple[int, float, float]] = field(default_factory=list)
    """Frames and where its centre is then; between them it moves evenly."""

    def is_there(self, number: int) -> bool:
        return self.first <= number < self.last

    def look_at(self, number: int) -> ActorLook:
        return [look for look in self.looks if look.first <= number or look is self.looks[0]][-1]

    def centre_at(self, number: int) -> tuple[float, float]:
        if number <= self.path[0][0]:
            return self.path[0][1:]
        for (start, x0, y0), (end, x1, y1) in pairwise(self.path):
            if start <= number < end:
                share = (number - start) / (end - start)
                return x0 + (x1 - x0) * share, y0 + (y1 - y0) * share
        return self.path[-1][1:]

    def corner_at(self, number: int) -> tuple[int, int]:
        image = self.look_at(number).image
        x, y = self.centre_at(number)
        return round(x - image.width / 2), round(y - image.height / 2)

    def box_at(self, number: int) -> Box | None:
        """Return its box within the frame, whatever covers it."""
        if not self.is_there(number):
            return None
        left, top = self.corner_at(number)
        image = self.look_at(number).image
        box = max(0, left), max(0, top), min(SIZE[0], left + image.width), min(SIZE[1], top + image.height)
        return box if box[0] < box[2] and box[1] < box[3] else None
