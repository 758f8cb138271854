"""Input of the drawing functions."""

from __future__ import annotations

import msgspec

from m3bench_world.museum.canvas import Canvas, Colour, mix, shade


class Sketch(msgspec.Struct, frozen=True):
    canvas: Canvas
    colour: Colour
    gloss: float
    motif: str
    """Empty if the object has no ornament."""
    paint: Colour
    """Colours of the ornament."""
    second: Colour
    ground: Colour
    title: str
    bits: int
    """Random bits for free choices."""

    def choice(self, place: int, most: int) -> int:
        """Return a number below `most` that depends on `place`."""
        return (self.bits >> (place * 5)) % most

    @property
    def dark(self) -> Colour:
        return shade(self.colour, 0.45)

    @property
    def bright(self) -> Colour:
        return shade(self.colour, 1.35)

    @property
    def accent(self) -> Colour:
        return mix(self.paint, self.colour, 0.15)
