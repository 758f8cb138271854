"""OCR of a picture: its options; detect lines, recognize each, and put them in reading order."""

from __future__ import annotations

import msgspec
import numpy as np
from PIL import Image

from m3bench.servers.kit import BadArgument, cached_result
from m3bench_world.servers.ocr.detection import find_regions
from m3bench_world.servers.ocr.languages import Alphabet
from m3bench_world.servers.ocr.layout import rows_of
from m3bench_world.servers.ocr.orientation import align, is_mirrored
from m3bench_world.servers.ocr.recognition import Line, read_line, read_region
from m3bench_world.servers.ocr.shapes import Quad

MOST_CHARACTERS = 1_000
COLUMN_MODES = (1, 3)
SINGLE_LINE_MODES = (7, 8, 9, 10, 13)
SPARSE_MODES = (11, 12)
LAST_MODE = 13
WHITELIST, BLACKLIST = "tessedit_char_whitelist", "tessedit_char_blacklist"


class Options(msgspec.Struct, frozen=True):
    mode: int = 6
    """Page segmentation mode, which decides how lines are combined."""
    only: str = ""
    never: str = ""
    ignored: tuple[str, ...] = ()
    """Options that were passed but have no effect."""


def parse_options(config: str) -> Options:
    """Parse options such as '--oem 3 --psm 6 -c tessedit_char_whitelist=0123456789'."""
    if len(config) > MOST_CHARACTERS:
        raise BadArgument("config", f"it has {len(config):,} characters; the maximum is {MOST_CHARACTERS:,}")
    options = Options()
    words = config.replace("--psm=", "--psm ").replace("--oem=", "--oem ").split()
    while words:
        word = words.pop(0)
        takes_value = word in ("--psm", "--oem", "-c", "--dpi", "-l", "--tessdata-dir")
        if takes_value and not words:
            raise BadArgument("config", f"'{word}' needs a value, as in '--psm 6'")
        options = _with(options, word, words.pop(0) if takes_value else "")
    return options


def _with(options: Options, word: str, value: str) -> Options:
    if word == "--psm":
        return msgspec.structs.replace(options, mode=_number(word, value, LAST_MODE))
    if word == "--oem" and _number(word, value, 3) in (1, 3):
        return options
    if word == "-c" and value.startswith(f"{WHITELIST}="):
        return msgspec.structs.replace(options, only=_characters(value))
    if word == "-c" and value.startswith(f"{BLACKLIST}="):
        return msgspec.structs.replace(options, never=_characters(value))
    return msgspec.structs.replace(options, ignored=(*options.ignored, f"{word} {value}".strip()[:80]))


def _characters(value: str) -> str:
    return value.split("=", 1)[1].strip("\"'")


def _number(word: str, value: str, most: int) -> int:
    if not (value.isascii() and value.isdigit() and len(value) < 3 and int(value) <= most):
        raise BadArgument("config", f"'{word} {value[:20]}': pass a whole number from 0 to {most}")
    return int(value)


FAINT = 64
"""Difference between the brightest and the darkest pixels, of 255, below which a picture is faint."""
RARE = 0.005
"""Share of the brightest and of the darkest pixels that does not count."""
SURROUNDINGS = 0.1
"""Share of the longer side around a pixel in which the contrast is evened."""
LEAST_SPREAD, SPREAD, MOST_GAIN = 2.0, 50.0, 20.0


def is_faint(image: Image.Image) -> bool:
    """Return whether a picture has little contrast, but some."""
    counts = np.cumsum(image.convert("L").histogram())
    low, high = np.searchsorted(counts, (RARE * counts[-1], (1 - RARE) * counts[-1]))
    return bool(0 < high - low < FAINT)


def raise_contrast(image: Image.Image) -> Image.Image:
    """Return a picture with the same contrast everywhere."""
    from scipy import ndimage  # noqa: PLC0415 - loaded on first use

    pixels = np.asarray(image.convert("RGB"), dtype=np.float32)
    grey = pixels.mean(axis=2)
    reach = 2 * int(max(image.size) * SURROUNDINGS) + 1
    mean = ndimage.uniform_filter(grey, reach, mode="nearest")
    square = ndimage.uniform_filter(grey * grey, reach, mode="nearest")
    spread = np.sqrt(np.maximum(square - mean * mean, 0))
    gain = np.minimum(MOST_GAIN, SPREAD / np.maximum(spread, LEAST_SPREAD))
    raised = (pixels - mean[..., None]) * gain[..., None] + 128
    return Image.fromarray(np.clip(raised, 0, 255).astype(np.uint8))


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
