"""Ground truth of a picture. The picture file itself contains none of it."""

from __future__ import annotations

from typing import Any

import msgspec

from m3bench_world.scenes.painting import Box

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]


class Spot(msgspec.Struct, frozen=True):
    """A named point on a thing, such as a wrist, and whether it is visible."""

    name: str
    x: float
    y: float
    visible: bool


class Thing(msgspec.Struct, frozen=True):
    """A labelled thing.

    `box` is the bounding box of its visible part: left, top, right, bottom in pixels, right and bottom
    exclusive. `visible` is its visible share.
    """

    label: str
    box: Box
    visible: float
    attributes: dict[str, str] = {}
    points: tuple[Spot, ...] = ()


class TextLine(msgspec.Struct, frozen=True):
    """A line of text and its bounding box. `quad` is its quadrangle, from the upper left corner clockwise."""

    text: str
    box: Box
    visible: float = 1.0
    quad: Quad | None = None


class Code(msgspec.Struct, frozen=True):
    """A bar code or QR code: `kind` is "ean13", "code128" or "qr"."""

    kind: str
    text: str
    box: Box
    visible: float = 1.0
    quad: Quad | None = None


class Scene(msgspec.Struct, frozen=True):
    """The ground truth of one picture. Things are ordered from back to front."""

    kind: str
    number: int
    size: tuple[int, int]
    things: tuple[Thing, ...]
    letterings: tuple[TextLine, ...] = ()
    codes: tuple[Code, ...] = ()
    facts: dict[str, Any] = {}

    def counts(self) -> dict[str, int]:
        """Return the number of things per label."""
        labels = sorted(thing.label for thing in self.things)
        return {label: labels.count(label) for label in dict.fromkeys(labels)}


class DrawnScene(msgspec.Struct, frozen=True):
    """A picture and its ground truth."""

    scene: Scene
    png: bytes
