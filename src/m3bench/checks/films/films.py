"""Checks of the length, the frames and the cuts of a film."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from m3bench.checks.check import CheckFailed, Corruptions, Evidence, Verdict
from m3bench.checks.files import FileCheck, content, original, relative
from m3bench.checks.films.corruption import damaged_films, png_bytes, remade_film
from m3bench.checks.films.reading import changed_content, frames_at, guarded, made_film, open_film
from m3bench.checks.pictures import damages, read_picture
from m3bench.media.film import MINIATURE_SIZE, MOST_SECONDS, Pixels, find_cuts, frame_similarity, shrunk

PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".bmp", ".gif", ".tif", ".tiff")


_HALF = 128
_LENGTH = MINIATURE_SIZE[0] * MINIATURE_SIZE[1] * 3


def require_times(*times: float) -> None:
    """Raise `ValueError` for a time that no film has."""
    if not all(math.isfinite(seconds) and 0 <= seconds <= MOST_SECONDS for seconds in times):
        raise ValueError(f"times must be between 0 and {MOST_SECONDS:g} s")


class FilmDuration(FileCheck, frozen=True):
    """The length is that of the picture; the sound may end earlier."""

    about = "a film was made that has this length, and if given this size"

    seconds: float
    tolerance: float = 0.25
    size: tuple[int, int] | None = None
    """Width and height in pixels."""

    def __post_init__(self) -> None:
        super().__post_init__()
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
        films = {"twice as long": remade_film(evidence, self.path, lambda frames: [*frames, *frames])}
        if self.size is not None:
            films["another size"] = remade_film(
                evidence, self.path, lambda frames: [frame[::2, ::2] for frame in frames]
            )
        return damaged_films(self.path, evidence, scratch, films)


class FilmFrame(FileCheck, frozen=True):
    """Compression and another size do not matter; another shot does, and what lies upon the picture. Captions
    of a film may stand in its upper and lower third."""

    about = "a film or still shows the same as a given picture, or as a given film at a time"

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
        super().__post_init__()
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
        shown, expected = self._shown(evidence), self._expected(evidence)
        small = read_miniature(self.miniature) if expected is None else shrunk(expected)
        alike = frame_similarity(shrunk(shown), small)
        if alike >= self.similarity and expected is not None and (hurt := self._damages(shown, expected)):
            place = tuple(map(round, hurt[0]))
            return self.verdict(False, f"{self.path} at {self.at:g} s shows something else at {place}")
        what = f"{self.source} at {self.source_at:g} s" if self.source else "what is expected"
        return self.verdict(
            alike >= self.similarity,
            f"{self.path} at {self.at:g} s is like {what} by {alike:.2f}; expected {self.similarity:g}",
        )

    def _shown(self, evidence: Evidence) -> Pixels:
        if not self.path.lower().endswith(PICTURES):
            return frames_at(made_film(evidence, self.path), self.path, [self.at])[0]
        return read_picture(changed_content(evidence, self.path), self.path)

    def _expected(self, evidence: Evidence) -> Pixels | None:
        """Return the expected picture; None if there is only its miniature."""
        if self.miniature:
            return None
        if self.source.lower().endswith(PICTURES):
            pixels = read_picture(original(evidence, self.source), self.source)
        else:
            film = open_film(evidence, self.source)
            pixels = frames_at(film, self.source, [self.source_at])[0]
        left, top, right, bottom = self.box or (0, 0, pixels.shape[1], pixels.shape[0])
        return np.ascontiguousarray(pixels[top:bottom, left:right])

    def _damages(self, shown: Pixels, expected: Pixels) -> list[tuple[float, float, float, float]]:
        """Return the places at which something else is shown."""
        high, wide = shown.shape[:2]
        hurt = damages(expected, shown, (0, 0, wide, high))
        if self.path.lower().endswith(PICTURES):
            return hurt
        return [place for place in hurt if high / 3 <= (place[1] + place[3]) / 2 <= high * 2 / 3]

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        if self.path.lower().endswith(PICTURES):
            # Written as PNG, which readers know by the content.
            pixels = read_picture(content(evidence.workspace, self.path), self.path)
            pictures = {"a black picture": np.zeros_like(pixels), "another picture": 255 - pixels[::-1, ::-1]}
            if self.source:
                pictures["a bar over it"] = _barred(pixels)
            contents = {words: png_bytes(other) for words, other in pictures.items()}
            return damaged_films(self.path, evidence, scratch, contents)

        def edited(edit: Callable[[Pixels], Pixels]) -> bytes:
            return remade_film(evidence, self.path, lambda frames: [edit(frame) for frame in frames])

        turned = edited(lambda frame: 255 - frame[::-1, ::-1])
        films = {"a black film": edited(np.zeros_like), "other pictures": turned}
        if self.source:
            films["a bar over it"] = edited(_barred)
        return damaged_films(self.path, evidence, scratch, films)


def _barred(pixels: Pixels) -> Pixels:
    """Return a picture with a bar over its middle, of another brightness."""
    high, wide = pixels.shape[:2]
    barred = pixels.copy()
    middle = barred[high * 2 // 5 : high * 3 // 5, wide // 3 : wide * 2 // 3]
    middle[...] = 0 if middle.mean() > _HALF else 255
    return barred


class FilmCuts(FileCheck, frozen=True):
    """Cuts are found in the frames: fades and moving things are none."""

    about = "a film cuts to another shot at these times, and at no others"

    times: tuple[float, ...]
    tolerance: float = 0.15

    def __post_init__(self) -> None:
        super().__post_init__()
        require_times(*self.times, self.tolerance)
        if list(self.times) != sorted(set(self.times)):
            raise ValueError("times must be in order, each once")

    def look(self, evidence: Evidence) -> Verdict:
        film = made_film(evidence, self.path)
        cuts = guarded(self.path, lambda: find_cuts(film.frames()))
        if self.times and self.times[-1] >= film.info.seconds:
            raise CheckFailed(f"{self.path} ends at {film.info.seconds:g} s, before the last cut")
        passed = len(cuts) == len(self.times) and all(
            abs(cut - expected) <= self.tolerance + 1e-6
            for cut, expected in zip(cuts, self.times, strict=True)
        )
        reason = f"{self.path} cuts at {_listed(cuts)}; expected {_listed(self.times)}"
        return self.verdict(passed, reason, cuts=cuts[:100])

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        def late(frames: list[Pixels]) -> list[Pixels]:
            """Another shot begins in the last fifth of the film."""
            start = len(frames) * 4 // 5
            return frames[:start] + [255 - frame for frame in frames[start:]]

        films = {"another cut": remade_film(evidence, self.path, late)}
        if self.times:
            films["a single shot"] = remade_film(
                evidence, self.path, lambda frames: [frames[0]] * len(frames)
            )
        return damaged_films(self.path, evidence, scratch, films)


def _listed(times: Sequence[float]) -> str:
    return ", ".join(f"{seconds:g}" for seconds in times[:20]) + " s" if times else "no time"


def film_miniature(pixels: Pixels) -> str:
    """Return the miniature of a frame, for `FilmFrame`: a hexadecimal digit for each colour of each pixel."""
    levels = np.rint(shrunk(pixels) / 17).astype(int)
    return "".join(f"{level:x}" for level in levels.ravel())


def read_miniature(text: str) -> NDArray[np.float32]:
    """Return the small copy of a miniature. Raise `ValueError` if it is none."""
    if not re.fullmatch(f"[0-9a-f]{{{_LENGTH}}}", text):
        raise ValueError(f"a miniature has {_LENGTH} hexadecimal digits; make it with film_miniature")
    levels = np.array([int(digit, 16) * 17 for digit in text], np.float32)
    return levels.reshape(MINIATURE_SIZE[1], MINIATURE_SIZE[0], 3)
