"""The sheet of a plot: colours, ticks, text, and the view of a box in space."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 720, 540
INK, PALE, LINE = "#22262b", "#d5d9de", "#1f6fb2"
Span = tuple[float, float]
# Dark blue over green to yellow: lighter is higher, in grey as well.
_ANCHORS = np.array(
    [(53, 28, 96), (49, 82, 140), (31, 135, 140), (60, 184, 110), (160, 215, 56), (250, 230, 60)]
)
_TURN, _TILT = math.radians(35), math.radians(28)


class Sheet:
    """A white picture to draw on."""

    def __init__(self, title: str) -> None:
        self.image = Image.new("RGB", (WIDTH, HEIGHT), "white")
        self.draw = ImageDraw.Draw(self.image)
        self._font: Any = ImageFont.load_default(13)
        self.write(WIDTH / 2, 18, title if len(title) <= 90 else f"{title[:89]}…", "mm")

    def write(self, x: float, y: float, text: str, anchor: str = "mm") -> None:
        printable = "".join(letter if letter.isprintable() else " " for letter in text)
        self.draw.text((x, y), printable, fill=INK, font=self._font, anchor=anchor)


def colours(shares: Any) -> list[tuple[int, int, int]]:
    """Return colours for shares from 0 to 1."""
    places = np.clip(shares, 0, 1) * (len(_ANCHORS) - 1)
    mixed = [np.interp(places, range(len(_ANCHORS)), _ANCHORS[:, channel]) for channel in range(3)]
    return [(int(red), int(green), int(blue)) for red, green, blue in zip(*mixed, strict=True)]


def ticks(span: Span, about: int = 6) -> list[float]:
    """Return round numbers inside a span."""
    low, high = span
    raw = (high - low) / about
    unit = 10.0 ** math.floor(math.log10(raw))
    step = next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= raw * (1 - 1e-9))
    return [index * step + 0.0 for index in range(math.ceil(low / step), math.floor(high / step) + 1)]


class View:
    """A box in space, seen from above and aside."""

    def __init__(self, spans: tuple[Span, Span, Span]) -> None:
        self.spans = spans

    def project(self, x: Any, y: Any, z: Any) -> tuple[Any, Any, Any]:
        """Return places on the sheet, and how near they are to the eye."""
        across, deep, high = (
            (values - low) / (top - low) * 2 - 1
            for values, (low, top) in zip((x, y, z), self.spans, strict=True)
        )
        right = across * math.cos(_TURN) - deep * math.sin(_TURN)
        away = across * math.sin(_TURN) + deep * math.cos(_TURN)
        up = high * math.cos(_TILT) * 0.8 + away * math.sin(_TILT)
        scale = min(WIDTH, HEIGHT) * 0.31
        return WIDTH / 2 + right * scale, HEIGHT / 2 + 12 - up * scale, -away

    def draw_box(self, sheet: Sheet) -> None:
        """Draw the floor and three upright edges."""
        (x0, x1), (y0, y1), (z0, z1) = self.spans
        floor = [(x0, y0, z0), (x1, y0, z0), (x1, y1, z0), (x0, y1, z0)]
        edges = [*zip(floor, floor[1:] + floor[:1], strict=True)]
        edges += [((x, y, z0), (x, y, z1)) for x, y in ((x0, y0), (x0, y1), (x1, y1))]
        for start, end in edges:
            sheet.draw.line([self.project(*start)[:2], self.project(*end)[:2]], fill=PALE, width=1)

    def label(self, sheet: Sheet) -> None:
        """Write the names and ends of the axes beside the two front edges and the left one."""
        (x0, x1), (y0, y1), (z0, z1) = self.spans
        for place, (name, low, high), (aside, below) in (
            (((x0 + x1) / 2, y0, z0), ("x", x0, x1), (40, 28)),
            ((x0, (y0 + y1) / 2, z0), ("y", y0, y1), (-55, 28)),
            ((x0, y1, (z0 + z1) / 2), ("z", z0, z1), (-60, 0)),
        ):
            right, down, _ = self.project(*place)
            sheet.write(right + aside, down + below, f"{name}: {low:.4g} … {high:.4g}")
