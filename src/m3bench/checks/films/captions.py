"""A check of subtitles in the picture of a film."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from m3bench.checks.check import CheckFailed, Corruptions, Evidence, Verdict
from m3bench.checks.files import FileCheck, content, relative
from m3bench.checks.films.corruption import damaged_films, remade_film
from m3bench.checks.films.films import require_times
from m3bench.checks.films.reading import frames_at, made_film, open_film
from m3bench.checks.pictures import has_lettering, lacking, read_writing, strangers
from m3bench.media.film import Film, Pixels

_LEVEL = 48
"""A pixel differs if a level of it, of 255, differs by this much. Compression changes less."""
_LEAST, _MOST = 0.004, 0.5
"""Text changes this share of the area of captions."""
_HALF = 128
_STRAY = 0.02
"""This share of the rest of the picture may differ."""


class FilmCaptions(FileCheck, frozen=True):
    """The film is compared with the given one, frame by frame: letters that stand out must be there in these
    times alone."""

    about = "a film has text in the lower or a given part of its picture in these times, and is else as given"

    source: str
    """The given film without text."""
    spans: tuple[tuple[float, float], ...]
    """From when to when each caption is shown."""
    tolerance: float = 0.3
    from_height: float = 0.6
    """Where the area of captions begins: a share of the height."""
    until_height: float = 1.0
    """Where it ends. Texts at the top are between 0 and a small share."""
    texts: tuple[str, ...] = ()
    """What is read in the middle of each span, as by `picture_texts`; any text if empty."""

    def __post_init__(self) -> None:
        super().__post_init__()
        relative(self.source)
        require_times(self.tolerance, *(seconds for span in self.spans for seconds in span))
        if not self.spans or any(end - start <= 2 * self.tolerance for start, end in self.spans):
            raise ValueError("there must be spans, each longer than twice the tolerance")
        if self.texts and len(self.texts) != len(self.spans):
            raise ValueError("there must be as many texts as spans, or none")
        if any(later[0] < earlier[1] for earlier, later in pairwise(self.spans)):
            raise ValueError("spans must be in order and must not overlap")
        if not 0 <= self.from_height <= 0.9:
            raise ValueError("from_height must be between 0 and 0.9")
        if not self.from_height + 0.05 <= self.until_height <= 1:
            raise ValueError("until_height must be after from_height, up to 1")

    def look(self, evidence: Evidence) -> Verdict:
        made, given = made_film(evidence, self.path), open_film(evidence, self.source)
        if abs(made.info.seconds - given.info.seconds) > 0.5:
            raise CheckFailed(f"{self.path} lasts {made.info.seconds:g} s, not {given.info.seconds:g} s")
        faults = self._missing(made, given) + self._stray(made, given)
        faults = faults or self._misread(evidence, made)
        says = "; ".join(faults[:5]) or f"has {len(self.spans)} captions in time"
        return self.verdict(not faults, f"{self.path} {says}")

    def _missing(self, made: Film, given: Film) -> list[str]:
        """Return the captions that are not there, or that cover another picture."""
        faults = []
        for start, end in self.spans:
            times = [start + self.tolerance, (start + end) / 2, end - self.tolerance]
            pairs = self._pairs(made, given, times)
            if not all(_LEAST <= self._text(*pair) <= _MOST for pair in pairs):
                faults.append(f"has no caption from {start:g} to {end:g} s")
            elif not all(self._letters(*pair) for pair in pairs):
                faults.append(f"has no letters that can be read from {start:g} to {end:g} s")
            if any(self._rest(*pair) > _STRAY for pair in pairs):
                faults.append(f"has another picture from {start:g} to {end:g} s")
        return faults

    def _misread(self, evidence: Evidence, made: Film) -> list[str]:
        """Return the captions that say something else."""
        faults = []
        for (start, end), text in zip(self.spans, self.texts, strict=False):
            (frame,) = frames_at(made, self.path, [(start + end) / 2])
            read = read_writing(evidence, frame[self.rows(len(frame))])
            if lacking([text], read) or strangers([text], read):
                faults.append(
                    f"says {' '.join(read.split())[:60]!r} from {start:g} to {end:g} s, not {text!r}"
                )
        return faults

    def _stray(self, made: Film, given: Film) -> list[str]:
        """Return the times at which there is text, or another picture, where there should be neither."""
        last = min(made.info.seconds, given.info.seconds)
        edges = [0.0, *(edge for span in self.spans for edge in span), last]
        gaps = list(zip(edges[::2], edges[1::2], strict=True))
        margin = self.tolerance + 0.05
        free = [(start + margin * (start > 0), end - margin * (end < last)) for start, end in gaps]
        long = [(start, end) for start, end in free if end - start > 0.1]
        times = sorted({t for start, end in long for t in (start, (start + end) / 2, max(start, end - 0.1))})
        pairs = zip(times, self._pairs(made, given, times), strict=True)
        return [
            f"differs from {self.source} at {seconds:.1f} s"
            for seconds, pair in pairs
            if self._text(*pair) > _LEAST or self._rest(*pair) > _STRAY
        ]

    def _pairs(self, made: Film, given: Film, times: list[float]) -> list[tuple[Pixels, Pixels]]:
        if not times:
            return []
        shown, expected = frames_at(made, self.path, times), frames_at(given, self.source, times)
        return [(_fitted(frame, other), other) for frame, other in zip(shown, expected, strict=True)]

    def rows(self, height: int) -> slice:
        """Return the rows of the area of captions in a picture of this height."""
        return slice(round(height * self.from_height), round(height * self.until_height))

    def _text(self, shown: Pixels, expected: Pixels) -> float:
        return float(_differs(shown, expected)[self.rows(len(shown))].mean())

    def _letters(self, shown: Pixels, expected: Pixels) -> bool:
        rows = self.rows(len(shown))
        return has_lettering(shown, expected, (0, rows.start, shown.shape[1], rows.stop))

    def _rest(self, shown: Pixels, expected: Pixels) -> float:
        rest = np.delete(_differs(shown, expected), self.rows(len(shown)), axis=0)
        return float(rest.mean()) if rest.size else 0.0

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        plain = content(evidence.workspace, self.source)
        film = Film(content(evidence.workspace, self.path))
        middle = sum(self.spans[0]) / 2

        def always(frames: list[Pixels]) -> list[Pixels]:
            """The first caption stays for the whole film."""
            rows = self.rows(len(frames[0]))
            words = frames[film.number_at(middle)][rows]
            return [np.concatenate([frame[: rows.start], words, frame[rows.stop :]]) for frame in frames]

        def barred(frames: list[Pixels]) -> list[Pixels]:
            """A plain bar is where the captions are."""
            given = Film(plain)
            bars = [frame.pixels.copy() for frame in given.frames()][: len(frames)]
            for start, end in self.spans:
                for frame in bars[given.number_at(start) : given.number_at(end)]:
                    rows = frame[self.rows(len(frame))]
                    high, wide = rows.shape[:2]
                    bar = rows[high // 3 : high * 2 // 3, wide // 4 : wide * 3 // 4]
                    bar[...] = 0 if bar.mean() > _HALF else 255
            return bars

        films = {"bars for captions": remade_film(evidence, self.path, barred)}
        films |= {"no captions": plain, "one caption all the time": remade_film(evidence, self.path, always)}
        return damaged_films(self.path, evidence, scratch, films)


def _differs(shown: Pixels, expected: Pixels) -> NDArray[np.bool_]:
    differs: NDArray[np.bool_] = np.abs(shown.astype(np.int16) - expected).max(axis=2) > _LEVEL
    return differs


def _fitted(pixels: Pixels, other: Pixels) -> Pixels:
    """Return a frame in the size of another."""
    if pixels.shape == other.shape:
        return pixels
    size = other.shape[1], other.shape[0]
    return np.asarray(Image.fromarray(pixels).resize(size, Image.Resampling.BILINEAR))
