"""What a drawing needs to know of the object that it shows."""

from __future__ import annotations

import msgspec

from m3bench.world.museum.canvas import Canvas, Colour, mix, shade


class Sketch(msgspec.Struct, frozen=True):
    canvas: Canvas
    colour: Colour
    gloss: float
    motif: str
    """Empty where the object bears no ornament."""
    paint: Colour
    """What ornament is painted or inlaid with."""
    second: Colour
    ground: Colour
    title: str
    bits: int
    """Random bits for what is left open."""

    def choice(self, place: int, most: int) -> int:
        """A number below `most`, another for every place."""
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
