"""OCR of a picture: detect lines, recognize each, and put them in reading order."""

from __future__ import annotations

import msgspec
from PIL import Image

from m3bench.servers.kit import cached_result
from m3bench_world.servers.ocr.detection import find_regions
from m3bench_world.servers.ocr.faint import is_faint, raise_contrast
from m3bench_world.servers.ocr.languages import Alphabet
from m3bench_world.servers.ocr.layout import rows_of
from m3bench_world.servers.ocr.options import COLUMN_MODES, SINGLE_LINE_MODES, SPARSE_MODES, Options
from m3bench_world.servers.ocr.orientation import align, is_mirrored
from m3bench_world.servers.ocr.recognition import Line, read_line, read_region
from m3bench_world.servers.ocr.shapes import Quad

LEAST_CERTAIN = 0.5
"""Lines below this certainty are patterns mistaken for text."""
SLIMMEST = 4
"""In pixels. Narrower pictures cannot be read."""


class Reading(msgspec.Struct, frozen=True):
    rows: tuple[tuple[Line, ...], ...]
    size: tuple[int, int]

    @property
    def text(self) -> str:
        return "\n".join(" ".join(line.text for line in row) for row in self.rows)

    @property
    def certainty(self) -> float:
        """Return the mean certainty over all characters."""
        lines = [line for row in self.rows for line in row]
        letters = sum(len(line.text) for line in lines)
        return sum(line.certainty * len(line.text) for line in lines) / letters if letters else 0.0


def read_picture(image: Image.Image, alphabet: Alphabet, options: Options) -> Reading:
    """Return all text of an RGB picture that is read with sufficient certainty."""
    if min(image.size) < SLIMMEST:
        return Reading((), image.size)
    lines = _lines(image, alphabet)
    if options.mode in SINGLE_LINE_MODES:
        lines = lines or _drop_doubtful([read_line(image, _whole(image), alphabet)])
        joined = tuple(line for row in rows_of(lines) for line in row)
        return Reading((joined,) if joined else (), image.size)
    rows = rows_of(lines, columns=options.mode in COLUMN_MODES)
    if options.mode in SPARSE_MODES:
        rows = [[line] for row in rows for line in row]
    return Reading(tuple(tuple(row) for row in rows), image.size)


def _lines(image: Image.Image, alphabet: Alphabet) -> list[Line]:
    """Return the lines of a picture, cached: callers often ask for the text and then for the positions."""
    options = f"{sorted(alphabet.scripts)} {alphabet.only!r} {alphabet.never!r}"
    return cached_result(__package__, image, options, list[Line], lambda: _read_lines(image, alphabet))


def _read_lines(image: Image.Image, alphabet: Alphabet) -> list[Line]:
    lines = _look(image, alphabet)
    return _look(raise_contrast(image), alphabet) if not lines and is_faint(image) else lines


def _look(image: Image.Image, alphabet: Alphabet) -> list[Line]:
    regions = find_regions(image)
    lines = [read_region(image, region, alphabet) for region in regions]
    lines = align(image, regions, lines, alphabet)
    return [] if is_mirrored(image, regions, lines, alphabet) else _drop_doubtful(lines)


def _drop_doubtful(lines: list[Line]) -> list[Line]:
    return [line for line in lines if line.words and line.certainty >= LEAST_CERTAIN]


def _whole(image: Image.Image) -> Quad:
    width, height = float(image.width), float(image.height)
    return Quad(((0.0, 0.0), (width, 0.0), (width, height), (0.0, height)))
