"""Packages as printed things: each has a body, and an area on it for a label.

    cutout = wrap("can", look, (150, 200), Dress("#c8382e", paint_label))

`paint_label(canvas, area)` paints on the area that `area_of("can", (150, 200))` gives, in pixels. The
packages are in `sprites.packages` and `sprites.medicines`; as sprites they come with a plain label.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from m3bench_world.scenes.painting import (
    Canvas,
    Cutout,
    Linear,
    Look,
    Paint,
    Shape,
    darker,
    path,
    rect,
    scaled,
)
from m3bench_world.scenes.prints.phone import page
from m3bench_world.scenes.sprites import labels, sprite

_COLOURS = {"red": "#c8382e", "blue": "#2f62a8", "green": "#3f8a4a", "yellow": "#e8b92e", "purple": "#7a4a9a"}


class Frame(NamedTuple):
    """A box on a package, or the whole of it."""

    x: float
    y: float
    width: float
    height: float

    @property
    def shape(self) -> Shape:
        return rect(*self)

    @property
    def middle(self) -> float:
        return self.x + self.width / 2

    def part(self, x: float, y: float, width: float, height: float) -> Frame:
        """Return an inner box, given as fractions of this one."""
        return Frame(
            self.x + x * self.width, self.y + y * self.height, width * self.width, height * self.height
        )

    def fit(self, commands: str) -> Shape:
        """Return a path of a 100 by 100 box, stretched over this one."""
        return path(commands).under(scaled(self.width / 100, self.height / 100))


class PackageStyle(NamedTuple):
    """Print of a package: its colour, and the function that paints the label."""

    colour: Paint
    label: Callable[[Canvas, Frame], None]


class Build(NamedTuple):
    """Input of a package's paint function."""

    whole: Frame
    area: Frame
    dress: PackageStyle


PackagePainter = Callable[[Canvas, Look, Build], None]


@dataclass(frozen=True)
class Package:
    paint: PackagePainter
    area: tuple[float, float, float, float]
    """Label position: x, y, width and height as fractions of the whole."""
    tall: tuple[float, float]
    """Range of the aspect ratio, height to width."""

    def build(self, size: tuple[float, float], dress: PackageStyle) -> Build:
        whole = Frame(0, 0, *size)
        return Build(whole, whole.part(*self.area), dress)


_PACKAGES: dict[str, Package] = {}


def package(
    kind: str,
    *,
    area: tuple[float, float, float, float],
    tall: tuple[float, float],
    size: tuple[float, float] | None,
) -> Callable[[PackagePainter], PackagePainter]:
    """Register a package; with a `size` it is also a sprite of that many units."""

    def register(paint: PackagePainter) -> PackagePainter:
        _PACKAGES[kind] = Package(paint, area, tall)
        if size:
            _as_sprite(kind, size, paint.__module__)
        return paint

    return register


def find_package(kind: str) -> Package:
    labels()  # imports the modules in which packages are registered
    return _PACKAGES[kind]


def label_area(kind: str, size: tuple[float, float]) -> Frame:
    """Return the label area of a package."""
    return Frame(0, 0, *size).part(*find_package(kind).area)


def wrap(kind: str, look: Look, size: tuple[float, float], dress: PackageStyle, *, turn: float = 0) -> Cutout:
    """Draw a package of this width and height in pixels, with this print."""
    canvas = page(*size, turn)
    known = find_package(kind)
    known.paint(canvas, look, known.build(size, dress))
    return canvas.cutout(kind, look.attributes).trimmed()


def paint_label(canvas: Canvas, body: Shape, build: Build, *, sheen: float = 1.0) -> None:
    """Paint the label on a body, with the shading of a round surface."""
    area = build.area
    with canvas.inside(body):
        build.dress.label(canvas, area)
        stops = [
            (0.0, "#000000", 0.42),
            (0.16, "#000000", 0.08),
            (0.2, "#ffffff", 0.1),
            (0.28, "#ffffff", 0.26),
        ]
        stops += [(0.4, "#ffffff", 0.0), (0.7, "#000000", 0.0), (1.0, "#000000", 0.46)]
        fading = [(where, colour, opacity * sheen) for where, colour, opacity in stops]
        canvas.fill(area.shape, Linear((area.x, 0), (area.x + area.width, 0), fading))


def ribs(canvas: Canvas, frame: Frame, count: int, colour: Paint) -> None:
    """Draw vertical lines, as around lids."""
    top, bottom = frame.y, frame.y + frame.height
    places = [frame.x + frame.width * step / count for step in range(1, count)]
    lines = Shape(tuple(((x, top), (x, bottom)) for x in places))
    canvas.stroke(lines, colour, max(0.6, frame.width / 110), opacity=0.6)


def _plain_label(canvas: Canvas, area: Frame, colour: Paint) -> None:
    canvas.fill(area.shape, colour)
    canvas.fill(area.part(0, 0.3, 1, 0.36).shape, "#f6f2e8")
    for y, share in ((0.4, 0.5), (0.55, 0.34)):
        half, at = area.width * share / 2, area.y + area.height * y
        ends = (area.middle - half, at), (area.middle + half, at)
        canvas.line(*ends, colour=darker(colour, 0.3), width=area.height * 0.05)


def _as_sprite(kind: str, size: tuple[float, float], module: str) -> None:
    def paint(canvas: Canvas, look: Look) -> None:
        colour = look.named("colour", _COLOURS)
        dress = PackageStyle(colour, lambda target, area: _plain_label(target, area, colour))
        known = _PACKAGES[kind]
        known.paint(canvas, look, known.build(size, dress))

    paint.__module__ = module
    sprite(kind, width=size[0], height=size[1], mirrored=False)(paint)
