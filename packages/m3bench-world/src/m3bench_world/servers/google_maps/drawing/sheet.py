"""Drawing tools: a Mercator sheet, colours, labels that do not overlap, and PNG output."""

from __future__ import annotations

import math
import unicodedata
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING

from m3bench.servers.kit import BadArgument, Picture
from m3bench_world.roads import Point

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

FINE = 2
"""Pictures are drawn at twice the pixel size requested at scale 1."""
TILE = 256
FARTHEST_LAT = 85.0
LARGEST = 640

Colour = tuple[int, int, int]
Box = tuple[float, float, float, float]

_PLAIN_LETTERS = str.maketrans("øØłŁđĐıŒœÆæßħĦ’‘ʻʼ–—", "oOlLdDiOoAeshH''''--")


@lru_cache(64)
def font(size: int) -> FreeTypeFont:
    """Pillow's own font."""
    from PIL import ImageFont  # noqa: PLC0415 - cold servers that draw nothing do without

    return ImageFont.load_default(size)  # type: ignore[return-value]


def drawable(text: str) -> str:
    """Remove accents that the font lacks."""
    bare = unicodedata.normalize("NFKD", text.translate(_PLAIN_LETTERS))
    return "".join(letter for letter in bare if " " <= letter <= "~")


def to_png(canvas: Image, width: int, height: int, colours: int = 0) -> Picture:
    """Return a PNG of the requested size with a reduced palette."""
    from PIL import Image as Images  # noqa: PLC0415

    if canvas.size != (width, height):
        canvas = canvas.resize(
            (width, height), Images.Resampling.BOX if canvas.width > width else Images.Resampling.BICUBIC
        )
    if colours:
        canvas = canvas.quantize(colours, method=Images.Quantize.FASTOCTREE, dither=Images.Dither.NONE)
    stream = BytesIO()
    canvas.save(stream, "PNG", compress_level=4)
    return Picture(stream.getvalue())


def read_size(text: str) -> tuple[int, int]:
    """Parse width and height from `640x400`."""
    parts = text.strip().casefold().replace("×", "x").split("x")
    if len(parts) != 2 or not all(part.strip().isascii() and part.strip().isdecimal() for part in parts):
        raise BadArgument("size", f"'{text[:40]}' is not a size; write it as 640x400")
    width, height = (int(part.strip()[:6]) for part in parts)
    if not (16 <= width <= LARGEST and 16 <= height <= LARGEST):
        raise BadArgument(
            "size", f"width and height must be from 16 to {LARGEST}; scale 2 doubles the pixels"
        )
    return width, height


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """Blend two colours."""
    share = max(0.0, min(1.0, share))
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


class Sheet:
    """A Mercator map around a centre, with its size in fine pixels."""

    def __init__(self, centre: Point, zoom: int, width: int, height: int) -> None:
        self.centre = centre
        self.zoom = zoom
        self.width = width
        self.height = height
        self.world = TILE * FINE * 2.0**zoom
        """Fine pixels around the Earth."""
        self.left = (centre[1] + 180) / 360 * self.world - width / 2
        self.top = self._down(centre[0]) - height / 2

    def _down(self, lat: float) -> float:
        sine = math.sin(math.radians(max(-FARTHEST_LAT, min(FARTHEST_LAT, lat))))
        return (0.5 - math.log((1 + sine) / (1 - sine)) / (4 * math.pi)) * self.world

    def at(self, point: Point) -> tuple[float, float]:
        """Pixels of a point, on the copy of the world that is nearest to the centre."""
        away = (point[1] - self.centre[1] + 180) % 360 - 180
        return self.width / 2 + away / 360 * self.world, self._down(point[0]) - self.top

    def lat_at(self, y: float) -> float:
        turned = math.pi * (1 - 2 * (y + self.top) / self.world)
        return math.degrees(math.atan(math.sinh(max(-20.0, min(20.0, turned)))))

    def lng_at(self, x: float) -> float:
        """Not wrapped: less than -180 to the west of the date line."""
        return (x + self.left) / self.world * 360 - 180

    @property
    def metres_per_pixel(self) -> float:
        return 40_075_017 * math.cos(math.radians(self.centre[0])) / self.world

    def box(self, margin: float = 0.0) -> Box:
        """South, west, north, east of the sheet with a margin in pixels; west may be greater than east."""
        south, north = self.lat_at(self.height + margin), self.lat_at(-margin)
        west, east = self.lng_at(-margin), self.lng_at(self.width + margin)
        if east - west >= 360:
            return south, -180.0, north, 180.0
        return south, (west + 180) % 360 - 180, north, (east + 180) % 360 - 180

    def holds(self, spot: tuple[float, float], margin: float = 0.0) -> bool:
        return -margin <= spot[0] <= self.width + margin and -margin <= spot[1] <= self.height + margin


def fit_view(points: list[Point], width: int, height: int) -> tuple[Point, int]:
    """Return a centre and the closest zoom at which all points fit on the sheet."""
    lats = [lat for lat, _ in points]
    centre_lng = points[0][1]
    turns = [(lng - centre_lng + 180) % 360 - 180 for _, lng in points]
    middle_lng = centre_lng + (min(turns) + max(turns)) / 2
    centre = ((min(lats) + max(lats)) / 2, (middle_lng + 180) % 360 - 180)
    for zoom in range(16, 0, -1):
        sheet = Sheet(centre, zoom, width * FINE, height * FINE)
        if all(sheet.holds(sheet.at(point), -24 * FINE) for point in points):
            return centre, zoom
    return centre, 1


class Labels:
    """Places texts without overlaps."""

    def __init__(self, draw: ImageDraw, sheet: Sheet) -> None:
        self._draw = draw
        self._sheet = sheet
        self._taken: list[Box] = []
        self.written: list[str] = []

    def _is_free(self, box: Box) -> bool:
        left, top, right, bottom = box
        if left < 2 or top < 2 or right > self._sheet.width - 2 or bottom > self._sheet.height - 2:
            return False
        return all(right < x0 or left > x1 or bottom < y0 or top > y1 for x0, y0, x1, y1 in self._taken)

    def reserve(self, box: Box) -> None:
        self._taken.append(box)

    def write(self, spot: tuple[float, float], text: str, size: int, colour: Colour, halo: Colour) -> bool:
        """Write a text next to a spot where there is room. Returns whether there was any."""
        shown = drawable(text)
        if len(shown) < 2:
            return False
        left, top, right, bottom = font(size).getbbox(shown)
        wide, high = right - left, bottom - top
        gap = size * 0.45
        x, y = spot
        places = (
            (x - wide / 2, y - gap - high),
            (x - wide / 2, y + gap),
            (x + gap, y - high / 2),
            (x - gap - wide, y - high / 2),
        )
        for across, down in places:
            box = (across - 4, down - 4, across + wide + 4, down + high + 4)
            if self._is_free(box):
                self.reserve(box)
                at = (across - left, down - top)
                self._draw.text(
                    at, shown, font=font(size), fill=colour, stroke_width=max(2, size // 9), stroke_fill=halo
                )
                self.written.append(text)
                return True
        return False

    def shield(self, spot: tuple[float, float], text: str, fill: Colour, ink: Colour) -> bool:
        """A road's number on a plate."""
        size = 9 * FINE
        left, top, right, bottom = font(size).getbbox(text)
        wide, high = (right - left) / 2 + 7, (bottom - top) / 2 + 6
        box = (spot[0] - wide, spot[1] - high, spot[0] + wide, spot[1] + high)
        if not self._is_free((box[0] - 40, box[1] - 40, box[2] + 40, box[3] + 40)):
            return False
        self.reserve(box)
        self._draw.rounded_rectangle(box, radius=6, fill=fill, outline=(255, 255, 255), width=2)
        self._draw.text(spot, text, font=font(size), fill=ink, anchor="mm")
        return True
