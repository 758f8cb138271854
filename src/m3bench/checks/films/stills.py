"""The check of a picture that was taken from a film."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image

from m3bench.checks.check import CheckFailed, Corruptions, Evidence, Verdict
from m3bench.checks.corruption import with_files, without_file
from m3bench.checks.files import FileCheck, content, made_file, only_file, relative
from m3bench.checks.films.corruption import png_bytes
from m3bench.checks.films.films import require_times
from m3bench.checks.films.reading import guarded, open_film
from m3bench.checks.pictures import read_picture
from m3bench.media.film import Pixels

_BLOCK = 10
_SHAPE = 0.02
"""Largest difference of the aspect ratios of a picture and the film."""


class FilmStill(FileCheck, frozen=True):
    """Another size and lossy formats do not matter; a digit that is another one does."""

    about = "a picture is a frame of a given film from a span of time"

    source: str
    """The film."""
    start: float
    end: float
    """The span: the frame at its end belongs to it."""
    difference: float = 20.0
    """Largest mean difference, of 255, of a block of 10 × 10 pixels of the film."""

    def __post_init__(self) -> None:
        super().__post_init__()
        relative(self.source)
        require_times(self.start, self.end)
        if self.end < self.start:
            raise ValueError("the span must not end before it starts")

    def look(self, evidence: Evidence) -> Verdict:
        path, data = made_file(evidence, self.path)
        still = read_picture(data, path)
        film = open_film(evidence, self.source)
        if self.start >= film.info.seconds:
            raise CheckFailed(f"{self.source} ends at {film.info.seconds:g} s, before {self.start:g} s")
        until = self.end + 0.5 / float(film.rate)
        frames = guarded(self.source, lambda: [frame.pixels for frame in film.frames(self.start, until)])
        if not frames:
            raise CheckFailed(f"{self.source} has no frame from {self.start:g} to {self.end:g} s")
        least = min(_difference(_fitted(still, frame, path), frame) for frame in frames)
        says = f"{path} differs by {least:.1f} from {self.source} at {self.start:g} to {self.end:g} s"
        return self.verdict(least <= self.difference, f"{says}; expected at most {self.difference:g}")

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        path = only_file(evidence, self.path)
        still = read_picture(content(evidence.workspace, path), path)
        high, wide = still.shape[:2]
        marked = np.array(still)
        marked[: max(12, high // 8), : max(12, wide // 8)] ^= 0x80
        wrong = {"mirrored": still[:, ::-1], "a corner differs": marked, "a part": still[high // 4 :, :]}
        contents = {words: png_bytes(pixels) for words, pixels in wrong.items()}
        contents = {"not a picture": b"no picture at all", **contents}
        return [
            ("no such file", without_file(evidence, path, scratch)),
            *with_files(evidence, path, contents.items(), scratch),
        ]


def _fitted(still: Pixels, frame: Pixels, path: str) -> Pixels:
    """Return a picture in the size of the film."""
    (high, wide), (tall, broad) = still.shape[:2], frame.shape[:2]
    if abs(wide / high - broad / tall) > _SHAPE * broad / tall:
        raise CheckFailed(f"{path} is {wide} × {high} pixels, not in the shape of the film")
    if (high, wide) == (tall, broad):
        return still
    return np.asarray(Image.fromarray(still).resize((broad, tall), Image.Resampling.LANCZOS))


def _difference(one: Pixels, other: Pixels) -> float:
    """Return the mean difference of the block that differs most."""
    differs = np.abs(one.astype(np.int16) - other.astype(np.int16)).mean(axis=2)
    high, wide = (side // _BLOCK * _BLOCK for side in differs.shape)
    blocks = differs[:high, :wide].reshape(high // _BLOCK, _BLOCK, wide // _BLOCK, _BLOCK)
    return float(blocks.mean(axis=(1, 3)).max())
