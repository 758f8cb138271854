"""A finished drawing on a transparent background, with its metadata."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from PIL import Image

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels; right and bottom are just outside."""
Corner = tuple[float, float]
Quad = tuple[Corner, Corner, Corner, Corner]
"""Four corners from the upper left one clockwise, as the text is read."""


@dataclass(frozen=True)
class Part:
    """A labelled part of a thing, such as a helmet on a person. Its mask has the cutout's size."""

    label: str
    attributes: dict[str, str]
    mask: Image.Image


@dataclass(frozen=True)
class Mark:
    """Text (`kind` is "text") or a code ("qr", "ean13") with its box on the cutout.

    `quad` has its corners if it is rotated; otherwise these are the corners of the box.
    """

    kind: str
    text: str
    box: tuple[float, float, float, float]
    quad: Quad | None = None

    @property
    def corners(self) -> Quad:
        left, top, right, bottom = self.box
        return self.quad or ((left, top), (right, top), (right, bottom), (left, bottom))

    def moved(self, right: float, down: float) -> Mark:
        """Return the same mark at another place."""
        box = (self.box[0] + right, self.box[1] + down, self.box[2] + right, self.box[3] + down)
        a, b, c, d = ((x + right, y + down) for x, y in self.corners)
        return replace(self, box=box, quad=(a, b, c, d))


@dataclass(frozen=True)
class Cutout:
    """A drawing to put into a scene. Without a label it is clutter or setting."""

    image: Image.Image
    label: str | None = None
    attributes: dict[str, str] = field(default_factory=dict)
    parts: tuple[Part, ...] = ()
    marks: tuple[Mark, ...] = ()
    points: dict[str, tuple[float, float]] = field(default_factory=dict)
    shift: tuple[int, int] = (0, 0)
    """Pixels trimmed at the left and at the top."""

    @property
    def size(self) -> tuple[int, int]:
        return self.image.size

    @property
    def alpha(self) -> Image.Image:
        return self.image.getchannel("A")

    def trimmed(self) -> Cutout:
        """Return the cutout without its empty margin."""
        box = self.image.getchannel("A").point(_NOT_FAINT).getbbox()
        if box is None or box == (0, 0, *self.image.size):
            return self
        left, top = box[:2]
        return replace(
            self,
            image=self.image.crop(box),
            parts=tuple(replace(part, mask=part.mask.crop(box)) for part in self.parts),
            marks=tuple(mark.moved(-left, -top) for mark in self.marks),
            points={name: (x - left, y - top) for name, (x, y) in self.points.items()},
            shift=(self.shift[0] + left, self.shift[1] + top),
        )


_NOT_FAINT = [0] * 3 + [255] * 253
