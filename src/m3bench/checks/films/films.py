"""Checks of the length, the frames and the cuts of a film."""

from __future__ import annotations

import math
from pathlib import Path
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from m3bench.checks.check import Check, CheckFailed, Corruptions, Evidence, Verdict
from m3bench.checks.corruption import with_file
from m3bench.checks.files import content, is_made, original, relative
from m3bench.checks.films.corruption import damaged_film, png_bytes, remade_film
from m3bench.checks.films.miniatures import read_miniature
from m3bench.checks.films.reading import frames_at, guarded, made_film, open_film
from m3bench.checks.pictures import read_picture
from m3bench.media.film import (
    MOST_SECONDS,
    Pixels,
    find_cuts,
    frame_similarity,
    shrunk,
)

PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".bmp", ".gif", ".tif", ".tiff")


def require_times(*times: float) -> None:
    """Raise `ValueError` for a time that no film has."""
    if not all(math.isfinite(seconds) and 0 <= seconds <= MOST_SECONDS for seconds in times):
        raise ValueError(f"times must be between 0 and {MOST_SECONDS:g} s")


class FilmDuration(Check, frozen=True):
    """The length is that of the picture; the sound may end earlier."""

    kind: ClassVar[str] = "workspace"
    about: ClassVar[str] = "a film was made that has this length, and if given this size"

    path: str
    seconds: float
    tolerance: float = 0.25
    size: tuple[int, int] | None = None
    """Width and height in pixels."""

    def __post_init__(self) -> None:
        relative(self.path)
        require_times(self.seconds, self.tolerance)
        if self.seconds <= 0 or self.tolerance >= self.seconds:
            raise ValueError("the film must be longer than the tolerance")

    def look(self, evidence: Evidence) -> Verdict:
        info = made_film(evidence, self.path).info
        size = (info.width, info.height)
        faults = []
        if abs(info.seconds - self.seconds) > self.tolerance:
            faults.append(f"lasts {info.seconds:g} s; expected {self.seconds:g} ± {self.tolerance:g} s")
        if self.size is not None and size != self.size:
            faults.append(f"is {size[0]} × {size[1]} pixels; expected {self.size[0]} × {self.size[1]}")
        says = "; ".join(faults) or f"lasts {info.seconds:g} s at {size[0]} × {size[1]} pixels"
        return self.verdict(not faults, f"{self.path} {says}")

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        long = remade_film(evidence, self.path, lambda frames: [*frames, *frames])
        found = [
            *damaged_film(self.path, evidence, scratch),
            ("twice as long", with_file(evidence, self.path, long, scratch)),
        ]
        if self.size is not None:
            small = remade_film(evidence, self.path, lambda frames: [frame[::2, ::2] for frame in frames])
            found.append(("another size", with_file(evidence, self.path, small, scratch)))
        return found


class FilmFrame(Check, frozen=True):
    """Compression and another size do not matter; another shot does."""

    kind: ClassVar[str] = "workspace"
    about: ClassVar[str] = "a film or still shows the same as a given picture, or as a given film at a time"

    path: str
    """A film, or a picture such as a still of a film."""
    at: float = 0.0
    """When, in a film."""
    source: str = ""
    """A picture or film given with the task."""
    source_at: float = 0.0
    miniature: str = ""
    """Instead of a source: what `film_miniature` returns for the expected frame."""
    box: tuple[int, int, int, int] | None = None
    """The part of the source that is expected, in its pixels: left, top, right, bottom. All of it if None."""
    similarity: float = 0.8

    def __post_init__(self) -> None:
        relative(self.path)
        relative(self.source)
        require_times(self.at, self.source_at)
        if bool(self.source) == bool(self.miniature):
            raise ValueError("give either a source or a miniature")
        if self.miniature:
            read_miniature(self.miniature)
        if not 0.5 <= self.similarity <= 1:
            raise ValueError("the similarity must be between 0.5 and 1")
        left, top, right, bottom = self.box or (0, 0, 1, 1)
        if not (0 <= left < right and 0 <= top < bottom) or (self.box and not self.source):
            raise ValueError("a box is (left, top, right, bottom) in pixels of a source")

    def look(self, evidence: Evidence) -> Verdict:
        alike = frame_similarity(shrunk(self._shown(evidence)), self._expected(evidence))
        what = f"{self.source} at {self.source_at:g} s" if self.source else "what is expected"
        return self.verdict(
            alike >= self.similarity,
            f"{self.path} at {self.at:g} s is like {what} by {alike:.2f}; expected {self.similarity:g}",
        )

    def _shown(self, evidence: Evidence) -> Pixels:
        if not self.path.lower().endswith(PICTURES):
            return frames_at(made_film(evidence, self.path), self.path, [self.at])[0]
        data = content(evidence.workspace, self.path)
        if not is_made(evidence, relative(self.path)):
            raise CheckFailed(f"{self.path} is as it was given")
        return read_picture(data, self.path)

    def _expected(self, evidence: Evidence) -> NDArray[np.float32]:
        if self.miniature:
            return read_miniature(self.miniature)
        if self.source.lower().endswith(PICTURES):
            pixels = read_picture(original(evidence, self.source), self.source)
        else:
            film = open_film(evidence, self.source)
            pixels = frames_at(film, self.source, [self.source_at])[0]
        left, top, right, bottom = self.box or (0, 0, pixels.shape[1], pixels.shape[0])
        return shrunk(np.ascontiguousarray(pixels[top:bottom, left:right]))

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        if self.path.lower().endswith(PICTURES):
            return _frame_in_a_picture(self, evidence, scratch)
        blank = remade_film(evidence, self.path, lambda frames: [np.zeros_like(frame) for frame in frames])
        turned = remade_film(
            evidence, self.path, lambda frames: [255 - frame[::-1, ::-1] for frame in frames]
        )
        return [
            *damaged_film(self.path, evidence, scratch),
            ("a black film", with_file(evidence, self.path, blank, scratch)),
            ("other pictures", with_file(evidence, self.path, turned, scratch)),
        ]


class FilmCuts(Check, frozen=True):
    """Cuts are found in the frames: fades and moving things are none."""

    kind: ClassVar[str] = "workspace"
    about: ClassVar[str] = "a film cuts to another shot at these times, and at no others"

    path: str
    times: tuple[float, ...]
    tolerance: float = 0.15

    def __post_init__(self) -> None:
        relative(self.path)
        require_times(*self.times, self.tolerance)
        if list(self.times) != sorted(set(self.times)):
            raise ValueError("times must be in order, each once")

    def look(self, evidence: Evidence) -> Verdict:
        film = made_film(evidence, self.path)
        found = guarded(self.path, lambda: find_cuts(film.frames()))
        if self.times and self.times[-1] >= film.info.seconds:
            raise CheckFailed(f"{self.path} ends at {film.info.seconds:g} s, before the last cut")
        passed = len(found) == len(self.times) and all(
            abs(seen - expected) <= self.tolerance + 1e-6
            for seen, expected in zip(found, self.times, strict=True)
        )
        return self.verdict(
            passed, f"{self.path} cuts at {_listed(found)}; expected {_listed(self.times)}", cuts=found[:100]
        )

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        def late(frames: list[Pixels]) -> list[Pixels]:
            """Another shot begins in the last fifth of the film."""
            place = len(frames) * 4 // 5
            return frames[:place] + [255 - frame for frame in frames[place:]]

        found = [
            *damaged_film(self.path, evidence, scratch),
            ("another cut", with_file(evidence, self.path, remade_film(evidence, self.path, late), scratch)),
        ]
        if self.times:
            one = remade_film(evidence, self.path, lambda frames: [frames[0]] * len(frames))
            found.append(("a single shot", with_file(evidence, self.path, one, scratch)))
        return found


def _listed(times: tuple[float, ...] | list[float]) -> str:
    return ", ".join(f"{seconds:g}" for seconds in times[:20]) + " s" if times else "no time"


def _frame_in_a_picture(check: FilmFrame, evidence: Evidence, scratch: Path) -> Corruptions:
    """Return corruptions of a picture. They are written as PNG, which readers know by the content."""
    pixels = read_picture(content(evidence.workspace, check.path), check.path)
    others = {"a black picture": np.zeros_like(pixels), "another picture": 255 - pixels[::-1, ::-1]}
    found = damaged_film(check.path, evidence, scratch)
    for words, other in others.items():
        found.append((words, with_file(evidence, check.path, png_bytes(other), scratch)))
    return found
