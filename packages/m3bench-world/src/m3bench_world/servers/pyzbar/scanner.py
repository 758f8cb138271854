"""Code scanner. A picture is scanned in several sizes and rotations, to find small and slanted codes too;
each code is reported once."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import Any

import msgspec
from PIL import Image, ImageChops, ImageFilter

from m3bench.servers.kit import cached_result

Point = tuple[float, float]

MOST_ENLARGED = 2.0
MOST_ENLARGED_PIXELS = 2_000_000
_MOST_DIAGONAL = 8
"""How much larger than its pixels the square of the diagonal of a picture may be to be turned."""
MOST_TURNED_PIXELS = 4_000_000
SURROUNDINGS = 0.03
"""Share of the longer side around a pixel that is its light."""
SHARPENED = 2.5
"""In pixels: the radius in which edges are sharpened."""
TURNS = range(10, 90, 10)
"""In degrees. Bar codes are read along rows and columns, which tolerates only a small slant."""

KINDS = {
    "EAN13": "EAN13",
    "EAN8": "EAN8",
    "Code128": "CODE128",
    "Code93": "CODE93",
    "Code39": "CODE39",
    "QRCode": "QRCODE",
    "MicroQRCode": "MICROQRCODE",
    "DataMatrix": "DATAMATRIX",
    "Aztec": "AZTEC",
    "PDF417": "PDF417",
    "DataBar": "DATABAR",
    "DataBarOmni": "DATABAR",
    "DataBarExp": "DATABAR_EXP",
    "ITF": "I25",
    "Codabar": "CODABAR",
    "UPCE": "UPCE",
}
"""Symbologies with their zbar names, the most reliable first."""

SQUARES = ("QRCode", "MicroQRCode", "DataMatrix", "Aztec", "PDF417")
"""Symbologies that are found at any angle."""
DOUBTFUL = ("I25", "CODABAR", "UPCE")
"""Symbologies with weak checks: parts of other codes or stripes can look like one.

They must be seen twice.
"""


class Code(msgspec.Struct, frozen=True):
    kind: str
    text: str
    corners: tuple[Point, ...]
    """Corners of the code, in pixels of the picture."""

    @property
    def centre(self) -> Point:
        return _middle(self.corners)


View = tuple[Image.Image, bool, Callable[[Point], Point]]
"""A picture to scan, whether to search for bars only, and a function that maps its points to the original."""


def scan(image: Image.Image) -> list[Code]:
    """Return all codes in a grey picture, from the top left."""
    return cached_result(__package__, image, "", list[Code], lambda: _scan(image))


def _scan(image: Image.Image) -> list[Code]:
    found = _codes([code for look in _views(image) for code in _read(*look)])
    for code in _codes([code for look in _cleared_views(image) for code in _read(*look)]):
        if code.kind not in DOUBTFUL and not any(_overlap(code, other) for other in found):
            found.append(code)
    return sorted(found, key=lambda code: (round(code.centre[1]), round(code.centre[0]), code.text))


def _codes(sightings: list[Code]) -> list[Code]:
    """Return each code once, at the place where it was seen."""
    places: list[list[Code]] = []
    for code in sightings:
        place = next((place for place in places if _overlap(place[0], code)), None)
        if place is None:
            places.append([code])
        else:
            place.append(code)
    found = [best for place in places if (best := _best(place)) is not None]
    return [code for code in found if not any(_is_part(code, other) for other in found)]


def _views(image: Image.Image) -> Iterator[View]:
    yield image, False, lambda point: point
    area = image.width * image.height
    enlarged = min(MOST_ENLARGED, math.sqrt(MOST_ENLARGED_PIXELS / area))
    work = image
    if enlarged > 1.1:
        work = _resize(image, enlarged)
        yield work, False, _back(image, work, 0)
    elif area > MOST_TURNED_PIXELS:
        work = _resize(image, math.sqrt(MOST_TURNED_PIXELS / area))
    if work.width**2 + work.height**2 > _MOST_DIAGONAL * max(MOST_TURNED_PIXELS, MOST_ENLARGED_PIXELS):
        return  # a thin strip, which would be gigabytes large when it is turned
    for degrees in TURNS:
        turned = work.rotate(degrees, Image.Resampling.BICUBIC, expand=True, fillcolor=255)
        yield turned, True, _back(image, turned, degrees, work.size)


def _cleared_views(image: Image.Image) -> Iterator[View]:
    """Yield the picture without shadows and glare, and sharpened: photographs of codes need it."""
    area = image.width * image.height
    scale = min(MOST_ENLARGED, math.sqrt(MOST_ENLARGED_PIXELS / area))
    work = image if 0.9 < scale < 1.1 else _resize(image, scale)
    around = work.filter(ImageFilter.BoxBlur(SURROUNDINGS * max(work.size)))
    even = ImageChops.subtract(work, around, 0.5, 128)
    for cleared in (even, even.filter(ImageFilter.UnsharpMask(SHARPENED, 250, 0))):
        yield cleared, False, _back(image, cleared, 0)


def _resize(image: Image.Image, scale: float) -> Image.Image:
    size = max(1, round(image.width * scale)), max(1, round(image.height * scale))
    return image.resize(size, Image.Resampling.BICUBIC)


def _back(
    image: Image.Image, seen: Image.Image, degrees: float, straight: tuple[int, int] | None = None
) -> Callable[[Point], Point]:
    """Return a function that maps points of a view to the original picture."""
    width, height = straight or seen.size
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))

    def original(point: Point) -> Point:
        x, y = point[0] - seen.width / 2, point[1] - seen.height / 2
        across, down = x * cos - y * sin + width / 2, x * sin + y * cos + height / 2
        return across * image.width / width, down * image.height / height

    return original


def _read(image: Image.Image, bars_only: bool, original: Callable[[Point], Point]) -> list[Code]:
    reader = _reader()
    found = reader.read_barcodes(
        image,
        formats=_formats(bars_only),
        try_invert=not bars_only,
        text_mode=reader.TextMode.Plain,
    )
    return [_code(barcode, original) for barcode in found if barcode.format.name in KINDS]


@cache
def _formats(bars_only: bool) -> Any:
    reader = _reader()
    names = [name for name in KINDS if not (bars_only and name in SQUARES)]
    return reader.BarcodeFormats([getattr(reader.BarcodeFormat, name) for name in names])


def _reader() -> Any:
    return import_module("zxingcpp")  # its own types do not parse


def _code(barcode: Any, original: Callable[[Point], Point]) -> Code:
    spot = barcode.position
    corners = (spot.top_left, spot.top_right, spot.bottom_right, spot.bottom_left)
    return Code(KINDS[barcode.format.name], barcode.text, tuple(original((at.x, at.y)) for at in corners))


def _best(sightings: list[Code]) -> Code | None:
    """Return the most reliable and most frequent reading at a position."""
    surest = min((code.kind for code in sightings), key=list(KINDS.values()).index)
    alike = [code for code in sightings if code.kind == surest]
    texts = [code.text for code in alike]
    text = max(texts, key=texts.count)
    if surest in DOUBTFUL and texts.count(text) < 2:
        return None
    return next(code for code in alike if code.text == text)


def _is_part(code: Code, other: Code) -> bool:
    """Return whether a code is a misread part of another one."""
    near = math.dist(code.centre, other.centre) <= 0.6 * _length(other.corners)
    better = other.kind not in DOUBTFUL or len(other.text) > len(code.text)
    return near and code.kind in DOUBTFUL and better


def _overlap(one: Code, other: Code) -> bool:
    """Return whether two readings overlap. Bars are read in thin strips, so positions vary."""
    reach = max(_length(one.corners), _length(other.corners)) / 3
    return math.dist(one.centre, other.centre) <= max(reach, 2.0)


def _length(corners: tuple[Point, ...]) -> float:
    return max(math.dist(corners[0], corner) for corner in corners)


def _middle(corners: tuple[Point, ...]) -> Point:
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)
