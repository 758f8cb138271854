"""The job that measures the words of a PDF; it runs in a worker, which alone needs numpy.

A page is drawn with and without its texts, and its texts alone in black: so the colour of a letter, what is
behind it, and what lies upon it are those of the page that people see, whatever the file says.
"""

from __future__ import annotations

import json
import struct
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from m3bench.workers.documents import font_size

_HEAD = struct.Struct("<I")
_SCALE, _LONGEST_SIDE = 2.0, 2_600
_MOST_CHARACTERS = 20_000
_DEPTH = 15
_LEAST_INK = 0.25
"""Share of ink in the darkest pixel of a letter; a letter with less is not drawn."""
_DARKEST = 0.8
_MEASURED, _LETTERS = 30, 20
"""Percentiles: of the pixels of a letter, and of the letters of a word."""
_UPON = 0.4
"""Share of a word that another word may cover."""
_COLOURFUL = 150.0
"""Distance in RGB, in which black and white are 442 apart, that counts like a contrast of 2."""
_SPLIT = "\r\n"

Box = tuple[float, float, float, float]
Pixels = NDArray[np.float32]


def words_job(payload: bytes) -> bytes:
    """Measure words, in a worker process."""
    (length,) = _HEAD.unpack_from(payload)
    numbers = json.loads(payload[_HEAD.size : _HEAD.size + length])
    try:
        document = import_module("pypdfium2").PdfDocument(payload[_HEAD.size + length :])
        count = len(document)
        pages = [_words(document[number - 1]) if 1 <= number <= count else [] for number in numbers]
    except Exception:  # noqa: BLE001 - the library may raise anything
        return b"null"
    return json.dumps(pages).encode()


def _words(page: Any) -> list[list[Any]]:
    page.set_rotation(0)
    text = page.get_textpage()
    letters = _letters(text)
    if not letters:
        return []
    drawing = _Drawing(page)
    words: list[list[Any]] = []
    measured: list[list[float]] = []
    last = (-1, -1)
    for index, line, word, letter in letters:
        box = drawing.placed(text.get_charbox(index))
        contrast = drawing.contrast(box)
        if (line, word) == last:
            words[-1][0] += letter
            words[-1][2] = _around(words[-1][2], box)
            measured[-1].append(contrast)
        else:
            words.append([letter, line, box, font_size(text, index), 1.0])
            measured.append([contrast])
        last = (line, word)
    for entry, contrasts in zip(words, measured, strict=True):
        entry[4] = round(float(np.percentile(contrasts, _LETTERS, method="lower")), 2)
    for index in _covered([entry[0] for entry in words], [entry[2] for entry in words]):
        words[index][4] = 1.0
    return words


def _letters(text: Any) -> list[tuple[int, int, int, str]]:
    """Return the letters: their index, the numbers of their line and their word, and themselves."""
    raw = import_module("pypdfium2.raw")
    if text.count_chars() > _MOST_CHARACTERS:
        raise ValueError("too many letters")
    line = word = 0
    letters = []
    for index in range(text.count_chars()):
        code = raw.FPDFText_GetUnicode(text, index)
        letter = chr(code) if 0 < code < 0x110000 else " "
        if letter in _SPLIT:
            line += 1
        elif letter.isspace():
            word += 1
        elif code >= 0x20:  # marks of hyphens are below
            letters.append((index, line, word, letter))
    return letters


class _Drawing:
    """A page with its texts, without them, and its texts alone."""

    def __init__(self, page: Any) -> None:
        raw = import_module("pypdfium2.raw")
        around = raw.FS_RECTF()
        raw.FPDF_GetPageBoundingBox(page, around)
        self._left, self._high = around.left, around.top
        self._scale = min(_SCALE, _LONGEST_SIDE / max(1.0, *page.get_size()))
        texts, others = [], []
        for item in page.get_objects(max_depth=_DEPTH):
            if item.type == raw.FPDF_PAGEOBJ_TEXT:
                texts.append(item)
            elif item.type != raw.FPDF_PAGEOBJ_FORM:
                others.append(item)
        self._with = self._drawn(page)
        for item in texts:
            raw.FPDFPageObj_SetIsActive(item, 0)
        self._without = self._drawn(page)
        for item in others:
            raw.FPDFPageObj_SetIsActive(item, 0)
        for item in texts:
            raw.FPDFPageObj_SetIsActive(item, 1)
            raw.FPDFPageObj_SetFillColor(item, 0, 0, 0, 255)
            raw.FPDFPageObj_SetStrokeColor(item, 0, 0, 0, 255)
        self._ink = 1 - self._drawn(page).mean(axis=2) / 255

    def _drawn(self, page: Any) -> Pixels:
        # Annotations, such as the fields of a form, are not among the texts of a page.
        image = page.render(scale=self._scale).to_pil().convert("RGB")
        return np.asarray(image, np.float32)

    def placed(self, box: tuple[float, ...]) -> Box:
        """Return a box of the file in points from the upper left corner."""
        left, bottom, right, top = box
        return left - self._left, self._high - top, right - self._left, self._high - bottom

    def contrast(self, box: Box) -> float:
        """Return the contrast of a letter, in most of what is seen of it."""
        left, top = (max(0, int(side * self._scale)) for side in box[:2])
        right, bottom = (max(0, int(side * self._scale) + 1) for side in box[2:])
        area = slice(top, bottom), slice(left, right)
        ink = self._ink[area]
        if not ink.size or ink.max() < _LEAST_INK:
            return 1.0
        dark = ink >= _DARKEST * ink.max()
        share = np.clip(ink[dark], _LEAST_INK, 1.0)[:, None]
        ground, shown = self._without[area][dark], self._with[area][dark]
        # A pixel at the edge of a letter is a mixture of its colour and of what is behind.
        colour = np.clip((shown - ground * (1 - share)) / share, 0, 255)
        one, other = _luminance(colour), _luminance(ground)
        ratios = (np.maximum(one, other) + 0.05) / (np.minimum(one, other) + 0.05)
        # Bright green on white has a contrast of 1.4, but nobody overlooks it.
        colourful = np.linalg.norm(colour - ground, axis=1) >= _COLOURFUL
        return float(np.percentile(np.where(colourful, np.maximum(ratios, 2.0), ratios), _MEASURED))


def _luminance(colours: Pixels) -> Pixels:
    """Return the relative luminance (WCAG)."""
    shares = colours / 255
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ np.array([0.2126, 0.7152, 0.0722], np.float32), np.float32)


def _around(one: Box, other: Box) -> Box:
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])


def _covered(texts: list[str], boxes: list[Box]) -> list[int]:
    """Return the words that lie upon another one."""
    sides = np.array(boxes)
    areas = np.maximum((sides[:, 2] - sides[:, 0]) * (sides[:, 3] - sides[:, 1]), 0.1)
    found = []
    for index, box in enumerate(sides):
        low, high = np.maximum(sides[:, :2], box[:2]), np.minimum(sides[:, 2:], box[2:])
        shared = np.prod(np.maximum(high - low, 0), axis=1) / areas[index]
        if any(texts[other] != texts[index] for other in np.flatnonzero(shared > _UPON) if other != index):
            found.append(index)
    return found
