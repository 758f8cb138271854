"""Drawing with smooth edges: shapes, gradients, soft light, text, transforms, clipping, labelled parts.

Everything is painted two or three times larger and reduced at the end. Coordinates are units: a sprite
draws in its own box (usually 100 by 100, y down), whatever its size and turn in the scene.

    canvas.fill(ellipse(50, 55, 40), ball(50, 55, 40, "#ffb0a0", "#d83a2e", "#8c1a16"))
    canvas.stroke("M50 20 C 52 12 55 8 60 6", "#5a3a1c", 4)
    with canvas.inside(ellipse(50, 55, 40)):
        canvas.soft(ellipse(62, 75, 40, 25), "#000000", 0.3, blur=8)
    with canvas.moved(50, 50, turn=30):
        canvas.text("SALE", 0, 0, 12, "#ffffff")
    with canvas.part("helmet", colour="yellow"):
        canvas.fill(...)
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from m3bench_world.scenes.painting.cutout import Box, Cutout, Mark, Part
from m3bench_world.scenes.painting.fills import Fill, Gradient, Linear, Paint, Radial, render_gradient, rgb
from m3bench_world.scenes.painting.letters import text_mask, text_width, to_drawable
from m3bench_world.scenes.painting.shapes import (
    Affine,
    Point,
    Shape,
    ellipse,
    moved,
    oval,
    path,
    rect,
    scaled,
    turned,
)

Drawable = Shape | str
"""A shape, or an SVG path of absolute commands."""


class _Stencil(NamedTuple):
    """An area to paint, in fine pixels: filled outlines, or lines of a width."""

    outlines: list[list[tuple[int, int]]]
    width: int = 0
    joined: bool = False
    """Whether overlapping outlines form one area; otherwise they form a hole."""

    def box(self, size: tuple[int, int], margin: int = 0) -> Box | None:
        xs = [x for outline in self.outlines for x, _ in outline]
        ys = [y for outline in self.outlines for _, y in outline]
        reach = self.width // 2 + 1 + margin
        left, top = max(0, min(xs) - reach), max(0, min(ys) - reach)
        right, bottom = min(size[0], max(xs) + reach + 1), min(size[1], max(ys) + reach + 1)
        return (left, top, right, bottom) if left < right and top < bottom else None

    @property
    def simple(self) -> bool:
        return self.width > 0 or self.joined or len(self.outlines) == 1

    def stamp(self, draw: ImageDraw.ImageDraw, ink: int | tuple[int, ...]) -> None:
        for outline in self.outlines:
            if self.width:
                _line(draw, outline, self.width, ink)
            else:
                draw.polygon(outline, fill=ink)

    def mask(self, box: Box) -> Image.Image:
        size = box[2] - box[0], box[3] - box[1]
        whole = Image.new("L", size)
        lines = [[(x - box[0], y - box[1]) for x, y in outline] for outline in self.outlines]
        if self.simple:
            _Stencil(lines, self.width).stamp(ImageDraw.Draw(whole), 255)
            return whole
        for line in lines:
            one = Image.new("L", size)
            ImageDraw.Draw(one).polygon(line, fill=255)
            whole = ImageChops.difference(whole, one)
        return whole


def _line(
    draw: ImageDraw.ImageDraw, line: list[tuple[int, int]], width: int, ink: int | tuple[int, ...]
) -> None:
    draw.line(line, fill=ink, width=width, joint="curve")
    if width > 2 and line[0] != line[-1]:
        reach = (width - 1) / 2
        for x, y in (line[0], line[-1]):
            draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=ink)


class _OpenPart:
    def __init__(self, label: str, attributes: dict[str, str], size: tuple[int, int]) -> None:
        self.label, self.attributes = label, attributes
        self.mask = Image.new("L", size)
        self.open = True

    def note(self, mask: Image.Image, box: Box) -> None:
        """Record paint: inside the part it belongs to it, later it hides it."""
        here = self.mask.crop(box)
        new = ImageChops.lighter(here, mask) if self.open else ImageChops.subtract(here, mask)
        self.mask.paste(new, box[:2])


class Canvas:
    """A canvas. `size` is in pixels of the result; `units` maps drawing units to these pixels."""

    def __init__(
        self, size: tuple[int, int], units: Affine | None = None, *, fine: int | None = None
    ) -> None:
        self._fine = fine or (3 if max(size) <= 110 else 2)
        self._size = size[0] * self._fine, size[1] * self._fine
        self._image = Image.new("RGBA", self._size)
        self._draw = ImageDraw.Draw(self._image)
        self._at = scaled(self._fine).after(units or Affine())
        self._clip: Image.Image | None = None
        self._parts: list[_OpenPart] = []
        self._marks: list[Mark] = []
        self._points: dict[str, Point] = {}

    def fill(
        self,
        shape: Drawable,
        fill: Fill,
        *,
        opacity: float = 1.0,
        outline: Paint | None = None,
        width: float = 1.5,
    ) -> None:
        """Fill a shape with a colour or a gradient, with an edge if `outline` is given."""
        found = _shape(shape)
        self._lay(_Stencil(self._pixels(found)), fill, opacity)
        if outline is not None:
            self.stroke(found, outline, width, closed=True)

    def stroke(
        self, shape: Drawable, colour: Paint, width: float, *, closed: bool = False, opacity: float = 1.0
    ) -> None:
        """Draw along the outlines with round ends."""
        lines = self._pixels(_shape(shape))
        if closed:
            lines = [[*line, line[0]] for line in lines]
        self._lay(_Stencil(lines, max(1, round(width * self._at.scale))), colour, opacity)

    def line(self, *points: Point, colour: Paint, width: float, opacity: float = 1.0) -> None:
        """Draw straight lines from point to point."""
        self.stroke(Shape((points,)), colour, width, opacity=opacity)

    def dots(
        self,
        points: list[Point],
        radius: float,
        colour: Paint,
        *,
        down: float | None = None,
        opacity: float = 1,
    ) -> None:
        """Draw many small discs of one colour (ovals with `down`), as fast as one shape."""
        if points:
            discs = [oval(x, y, radius, down or radius) for x, y in points]
            outlines = [self._pixels(disc)[0] for disc in discs]
            self._lay(_Stencil(outlines, joined=True), colour, opacity)

    def fill_joined(self, shape: Shape, colour: Paint, *, opacity: float = 1.0) -> None:
        """Fill every outline of a shape; where they overlap, they are one area."""
        self._lay(_Stencil(self._pixels(shape), joined=True), colour, opacity)

    def note_text(self, text: str, area: tuple[float, float, float, float]) -> None:
        """Record a text that was drawn in an area (x, y, width, height) in another way than by `text`."""
        self._note("text", text, rect(*area).under(self._at))

    def soft(self, shape: Drawable, colour: Paint, opacity: float, blur: float) -> None:
        """Paint a shape with blurred edges, such as a shadow. Use it inside a clip to limit it to a thing."""
        stencil = _Stencil(self._pixels(_shape(shape)))
        radius = blur * self._at.scale
        box = stencil.box(self._size, math.ceil(radius * 2.5))
        if box:
            self._pour(_blur(stencil.mask(box), radius), box, colour, opacity)

    def glow(self, x: float, y: float, across: float, down: float, colour: Paint, *, opacity: float) -> None:
        """Paint light or dark that fades out from a centre."""
        fading = Radial((x, y), across, [(0, colour, 1), (0.5, colour, 0.55), (1, colour, 0)], down)
        self.fill(ellipse(x, y, across, down), fading, opacity=opacity)

    def picture(self, image: Image.Image, x: float, y: float, width: float, height: float) -> None:
        """Paint an image stretched over a box of units, under the current transform."""
        fit = self._at.after(moved(x, y)).after(scaled(width / image.width, height / image.height))
        box = _Stencil(self._pixels(rect(x, y, width, height))).box(self._size)
        if not box:
            return
        back = fit.inverse().after(moved(box[0], box[1]))
        size = box[2] - box[0], box[3] - box[1]
        data = (back.a, back.c, back.e, back.b, back.d, back.f)
        rgba = image.convert("RGBA")
        turned_image = rgba.transform(size, Image.Transform.AFFINE, data, Image.Resampling.BILINEAR)
        self._merge(turned_image, box)

    def text(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        colour: Paint,
        *,
        anchor: str = "middle",
        weight: float = 0.0,
        widest: float | None = None,
        noted: bool = True,
    ) -> str:
        """Write one line of text, vertically centred at `y`, scaled down to `widest` if necessary.

        `anchor` is start, middle or end; a `weight` of 0.03 is bold. Returns the written text, which is also
        recorded.
        """
        words = to_drawable(text)
        if not words.strip():
            return words
        wide = text_width(words, size)
        if widest is not None and wide > widest:
            size, wide = size * widest / wide, widest
        pixels = max(4, round(size * self._at.scale))
        mask, (pen, baseline, advance) = text_mask(words, pixels, weight)
        unit = wide / advance
        start = x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
        place = (
            self._at.after(moved(start, y + size * 0.36)).after(scaled(unit)).after(moved(-pen, -baseline))
        )
        self._stamp_mask(mask, place, colour)
        inked = mask.getbbox()
        if noted and inked:
            area = rect(inked[0], inked[1], inked[2] - inked[0], inked[3] - inked[1])
            self._note("text", words, area.under(place))
        return words

    def code(self, kind: str, text: str, image: Image.Image, box: tuple[float, float, float, float]) -> None:
        """Draw a bar code or a QR code in a box (x, y, width, height) and record its text."""
        self.picture(image, *box)
        self._note(kind, text, rect(*box).under(self._at))

    def point(self, name: str, x: float, y: float) -> None:
        """Record a point, such as a wrist, without drawing."""
        px, py = self._at.point(x, y)
        self._points[name] = px / self._fine, py / self._fine

    @contextmanager
    def moved(
        self, x: float = 0, y: float = 0, *, turn: float = 0, scale: float = 1, flip: bool = False
    ) -> Iterator[None]:
        """Move the origin to (x, y), rotated clockwise by degrees, scaled, mirrored left to right."""
        before = self._at
        mirrored = scaled(-scale if flip else scale, scale)
        self._at = before.after(moved(x, y)).after(turned(turn) if turn else Affine()).after(mirrored)
        try:
            yield
        finally:
            self._at = before

    @contextmanager
    def inside(self, shape: Drawable) -> Iterator[None]:
        """Clip to the shape."""
        before = self._clip
        mask = _Stencil(self._pixels(_shape(shape))).mask((0, 0, *self._size))
        self._clip = ImageChops.multiply(before, mask) if before else mask
        try:
            yield
        finally:
            self._clip = before

    @contextmanager
    def part(self, label: str, **attributes: str) -> Iterator[None]:
        """Record what is painted as a separate thing with its own label, mask and box."""
        part = _OpenPart(label, attributes, self._size)
        self._parts.append(part)
        try:
            yield
        finally:
            part.open = False

    def cutout(self, label: str | None = None, attributes: dict[str, str] | None = None) -> Cutout:
        """Return the finished drawing with everything recorded."""
        parts = tuple(Part(part.label, part.attributes, part.mask.reduce(self._fine)) for part in self._parts)
        image = self._image.reduce(self._fine)
        return Cutout(image, label, attributes or {}, parts, tuple(self._marks), dict(self._points))

    def _pixels(self, shape: Shape) -> list[list[tuple[int, int]]]:
        a, b, c, d, e, f = self._at
        return [
            [(round(a * x + c * y + e), round(b * x + d * y + f)) for x, y in line] for line in shape.outlines
        ]

    def _lay(self, stencil: _Stencil, fill: Fill, opacity: float) -> None:
        plain = stencil.simple and opacity >= 1 and self._clip is None and not self._parts
        if plain and not isinstance(fill, Linear | Radial):
            stencil.stamp(self._draw, (*rgb(fill), 255))
            return
        box = stencil.box(self._size)
        if box:
            self._pour(stencil.mask(box), box, fill, opacity)

    def _pour(self, mask: Image.Image, box: Box, fill: Fill, opacity: float) -> None:
        """Paint through a mask that covers `box`."""
        if isinstance(fill, Gradient):
            source = render_gradient(fill, box, self._at.inverse(), opacity)
            source.putalpha(ImageChops.multiply(source.getchannel("A"), mask))
        else:
            source = Image.new("RGBA", mask.size, (*rgb(fill), 0))
            source.putalpha(mask if opacity >= 1 else mask.point([round(v * opacity) for v in range(256)]))
        self._merge(source, box)

    def _merge(self, source: Image.Image, box: Box) -> None:
        if self._clip is not None:
            source.putalpha(ImageChops.multiply(source.getchannel("A"), self._clip.crop(box)))
        self._image.alpha_composite(source, box[:2])
        for part in self._parts:
            part.note(source.getchannel("A"), box)

    def _stamp_mask(self, mask: Image.Image, place: Affine, colour: Paint) -> None:
        corners = rect(0, 0, mask.width, mask.height).under(place)
        box = _Stencil([[(round(x), round(y)) for x, y in line] for line in corners.outlines]).box(self._size)
        if not box:
            return
        back = place.inverse().after(moved(box[0], box[1]))
        data = (back.a, back.c, back.e, back.b, back.d, back.f)
        size = box[2] - box[0], box[3] - box[1]
        placed = mask.transform(size, Image.Transform.AFFINE, data, Image.Resampling.BILINEAR)
        self._pour(placed, box, colour, 1.0)

    def _note(self, kind: str, text: str, area: Shape) -> None:
        left, top, right, bottom = (edge / self._fine for edge in area.box())
        a, b, c, d = ((x / self._fine, y / self._fine) for x, y in area.outlines[0])
        self._marks.append(Mark(kind, text, (left, top, right, bottom), (a, b, c, d)))


def _blur(mask: Image.Image, radius: float) -> Image.Image:
    """Blur a mask; wide blurs use a smaller picture for speed."""
    step = max(1, int(radius / 3))
    small = mask.reduce(step) if step > 1 else mask
    soft = small.filter(ImageFilter.GaussianBlur(radius / step))
    return soft if step == 1 else soft.resize(mask.size, Image.Resampling.BILINEAR)


def _shape(shape: Drawable) -> Shape:
    return path(shape) if isinstance(shape, str) else shape
