"""Text recognition: the characters of a line with positions and certainties, and the words they form."""

from __future__ import annotations

import math
from functools import cache, lru_cache

import msgspec
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from m3bench_world.servers.ocr.detection import Region, normalize
from m3bench_world.servers.ocr.languages import Alphabet
from m3bench_world.servers.ocr.models import READER, Floats, model
from m3bench_world.servers.ocr.ribbons import ribbon_of, unwarp
from m3bench_world.servers.ocr.shapes import Quad

HEIGHT = 48
NARROWEST = 48
WIDEST = 3_200
STEP = 8
RIGHT_WAY_UP = 0.97
"""Certainty from which a line is assumed to be upright."""
BETTER = 0.02
"""A line that is read along its edges must be this much more certain than its rectangle, or much longer."""
LEAST_CERTAIN_BENT = 0.8
"""Minimum certainty of a line that is read along its edges. Patterns have crooked edges too."""
LEAST_LETTERS_BENT = 6
"""Shorter text has no edges to follow."""
SPACE = -1
"""The last of the characters."""
LIKELY_SPACE = 0.05
"""Probability from which a space is accepted, although it is not the likeliest character."""
LEAST_CERTAIN_LETTER = 0.1
"""Minimum probability of a letter that replaces a character outside the alphabet."""


class Word(msgspec.Struct, frozen=True):
    text: str
    certainty: float
    """0 to 1: the mean over its characters."""
    place: Quad


class Line(msgspec.Struct, frozen=True):
    words: tuple[Word, ...]
    place: Quad

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)

    @property
    def letters(self) -> int:
        return sum(len(word.text) for word in self.words)

    @property
    def certainty(self) -> float:
        letters = self.letters
        return sum(word.certainty * len(word.text) for word in self.words) / letters if letters else 0.0


class Letter(msgspec.Struct, frozen=True):
    text: str
    certainty: float
    middle: float
    """Position in pixels of the strip."""


def read_line(image: Image.Image, place: Quad, alphabet: Alphabet) -> Line:
    """Read the text in a rectangle of a picture, turned upside down if that reads better."""
    return _read_both_ways(_strip(image, place), place, alphabet)


def read_along(image: Image.Image, place: Quad, alphabet: Alphabet) -> Line:
    """Read the text in a rectangle in the direction of its corners only."""
    return _read_strip(_strip(image, place), place, alphabet)


def read_region(image: Image.Image, region: Region, alphabet: Alphabet) -> Line:
    """Read a line of text: in its rectangle, or along its edges if that reads better."""
    line = read_line(image, region.place, alphabet)
    if line.certainty >= RIGHT_WAY_UP:
        return line
    ribbon = ribbon_of(region)
    if ribbon is None:
        return line
    bent = _read_both_ways(_fit_height(unwarp(image, ribbon)), ribbon.quad, alphabet)
    if bent.certainty < LEAST_CERTAIN_BENT or bent.letters < max(LEAST_LETTERS_BENT, line.letters):
        return line
    better = bent.certainty > line.certainty + BETTER or bent.letters >= 2 * line.letters
    return bent if better else line


def _read_both_ways(strip: Image.Image, place: Quad, alphabet: Alphabet) -> Line:
    line = _read_strip(strip, place, alphabet)
    if line.certainty >= RIGHT_WAY_UP:
        return line
    other = _read_strip(strip.transpose(Image.Transpose.ROTATE_180), place.turned(2), alphabet)
    return other if other.certainty > line.certainty else line


def _strip(image: Image.Image, place: Quad) -> Image.Image:
    """Cut out a rectangle and rotate it so that its text runs to the right."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = place.corners
    size = max(1, round(place.width)), max(1, round(place.height))
    cut = image.transform(
        size,
        Image.Transform.QUAD,
        (ax, ay, dx, dy, cx, cy, bx, by),
        Image.Resampling.BICUBIC,
    )
    return _fit_height(cut)


def _fit_height(cut: Image.Image) -> Image.Image:
    width = min(WIDEST, max(1, math.ceil(HEIGHT * cut.width / cut.height)))
    return cut.resize((width, HEIGHT), Image.Resampling.BILINEAR)


def _pad(strip: Image.Image, width: int) -> Floats:
    batch = np.zeros((1, 3, HEIGHT, width), dtype=np.float32)
    batch[:, :, :, : strip.width] = normalize(strip)
    return batch


def _read_strip(strip: Image.Image, place: Quad, alphabet: Alphabet) -> Line:
    width = max(NARROWEST, math.ceil(strip.width / STEP) * STEP)
    letters = _letters(model(READER)(_pad(strip, width))[0], width, alphabet)
    return Line(tuple(_word(run, strip.width, place) for run in _runs(letters)), place)


def _letters(chances: Floats, width: int, alphabet: Alphabet) -> list[Letter]:
    """Decode the likeliest character of every column (greedy CTC)."""
    characters = _characters()
    best = np.where(_allowed_mask(alphabet), chances, -1).argmax(axis=1)
    column = width / len(chances)
    letters: list[Letter] = []
    last = 0
    for at, index in enumerate(best.tolist()):
        certainty = float(chances[at, index])
        if index and (at == 0 or index != best[at - 1]) and certainty >= LEAST_CERTAIN_LETTER:
            if letters and (chances[last + 1 : at, SPACE] >= LIKELY_SPACE).any():
                letters.append(Letter(" ", 1.0, at * column))
            letters.append(Letter(characters[index], certainty, (at + 0.5) * column))
            last = at
    return letters


@cache
def _characters() -> list[str]:
    return ["", *model(READER).metadata["character"].splitlines(), " "]


@lru_cache(maxsize=16)
def _allowed_mask(alphabet: Alphabet) -> NDArray[np.bool_]:
    characters = _characters()
    return np.array([text in ("", " ") or alphabet.allows(text) for text in characters])


def _runs(letters: list[Letter]) -> list[list[Letter]]:
    """Split letters into words at spaces and at wide gaps."""
    runs: list[list[Letter]] = [[]]
    for letter in letters:
        if letter.text.isspace():
            runs.append([])
            continue
        if runs[-1] and letter.middle - runs[-1][-1].middle > HEIGHT:
            runs.append([])
        runs[-1].append(letter)
    return [run for run in runs if run]


def _word(run: list[Letter], width: int, place: Quad) -> Word:
    first, last = run[0].middle, run[-1].middle
    half = (last - first) / (len(run) - 1) / 2 if len(run) > 1 else HEIGHT / 4
    start, end = (min(1.0, max(0.0, edge / width)) for edge in (first - half, last + half))
    certainty = sum(letter.certainty for letter in run) / len(run)
    return Word("".join(letter.text for letter in run), certainty, place.part(start, end))
