"""The fields of free-form objects such as areas and arrows, checked with messages that name the field."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import msgspec
from PIL import ImageColor

from m3bench.servers.kit import BadArgument

MOST_ITEMS = 100
FARTHEST = 100_000
THICKEST = 1_000
MOST_CORNERS = 1_000

Point = tuple[float, float]
Colour = tuple[int, int, int]


class Fields(msgspec.Struct, frozen=True):
    """One object of a list; messages refer to it by `label`, such as `areas[0]`."""

    values: dict[str, Any]
    label: str

    def has(self, *names: str) -> bool:
        return all(self.values.get(name) is not None for name in names)

    def number(self, name: str, low: float, high: float, default: float | None = None) -> float:
        value = self.values.get(name)
        if value is None and default is not None:
            return default
        if value is None:
            known = ", ".join(sorted(self.values)[:12]) or "nothing"
            raise BadArgument(f"{self.label}.{name}", f"it is missing; given: {known[:200]}")
        return number(value, f"{self.label}.{name}", low, high)

    def thickness(self) -> int:
        return thickness(self.values.get("thickness", 1), f"{self.label}.thickness")

    def colour(self) -> Colour:
        return colour(self.values.get("color", (0, 0, 0)), f"{self.label}.color")

    def point(self, x: str, y: str) -> Point:
        return self.number(x, -FARTHEST, FARTHEST), self.number(y, -FARTHEST, FARTHEST)

    def ends(self) -> tuple[Point, Point]:
        """Read the ends of a line: x1, y1, x2, y2, or start and end as [x, y]."""
        if self.has("start", "end"):
            return self._pair("start"), self._pair("end")
        return self.point("x1", "y1"), self.point("x2", "y2")

    def corners(self) -> list[Point]:
        """Read the corners of an area: a polygon, two corners, a box, or a corner with width and height."""
        if self.has("polygon"):
            return polygon(self.values["polygon"], f"{self.label}.polygon")
        left, top, right, bottom = self._sides()
        if right <= left or bottom <= top:
            raise BadArgument(self.label, "it is empty: x2 must be greater than x1, and y2 than y1")
        return [(left, top), (right, top), (right, bottom), (left, bottom)]

    def _sides(self) -> tuple[float, float, float, float]:
        for name in ("bbox", "box"):
            if self.has(name):
                left, top, right, bottom = numbers(self.values[name], f"{self.label}.{name}", 4)
                return left, top, right, bottom
        if self.has("x", "y", "width", "height"):
            x, y = self.point("x", "y")
            width, height = self.point("width", "height")
            return x, y, x + width, y + height
        return (*self.point("x1", "y1"), *self.point("x2", "y2"))

    def _pair(self, name: str) -> Point:
        x, y = numbers(self.values[name], f"{self.label}.{name}", 2)
        return x, y


def items(given: Sequence[dict[str, Any]], name: str) -> list[Fields]:
    """Return the objects of a list, after checking its length."""
    check_length(given, name)
    return [Fields(values, f"{name}[{at}]") for at, values in enumerate(given)]


def check_length(given: Sequence[Any], name: str) -> None:
    if not 1 <= len(given) <= MOST_ITEMS:
        raise BadArgument(name, f"it has {len(given)} entries; pass 1 to {MOST_ITEMS}")


def number(value: Any, name: str, low: float, high: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise BadArgument(name, f"'{str(value)[:40]}' is not a number")
    if not low <= value <= high:
        raise BadArgument(name, f"{value} is not between {low:g} and {high:g}")
    return value


def numbers(value: Any, name: str, length: int) -> list[float]:
    if not isinstance(value, list | tuple) or len(value) != length:
        raise BadArgument(name, f"write it as a list of {length} numbers, in pixels")
    return [number(part, name, -FARTHEST, FARTHEST) for part in value]


def polygon(value: Any, name: str) -> list[Point]:
    """Read three or more corners from [[x, y], …]."""
    if not isinstance(value, list | tuple) or not 3 <= len(value) <= MOST_CORNERS:
        raise BadArgument(name, f"write it as [[x, y], …], with 3 to {MOST_CORNERS:,} corners")
    corners = [numbers(corner, name, 2) for corner in value]
    return [(x, y) for x, y in corners]


def thickness(value: Any, name: str) -> int:
    """Check a thickness in pixels; -1 means filled and is returned unchanged."""
    return round(number(value, name, -1, THICKEST)) or 1


def colour(value: Any, name: str) -> Colour:
    """Return red, green, blue from [blue, green, red] or from a name such as 'red' or '#ff0000'."""
    if isinstance(value, str):
        try:
            red, green, blue = ImageColor.getrgb(value[:40])[:3]
        except ValueError:
            raise BadArgument(name, f"'{value[:40]}' is not a colour; write [blue, green, red]") from None
        return red, green, blue
    if not isinstance(value, list | tuple) or len(value) != 3:
        raise BadArgument(name, "write it as [blue, green, red], each from 0 to 255; red is [0, 0, 255]")
    blue, green, red = (round(number(part, name, 0, 255)) for part in value)
    return red, green, blue
