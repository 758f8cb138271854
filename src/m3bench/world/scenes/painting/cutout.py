"""A finished drawing on a transparent background, with its metadata."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from PIL import Image

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels; right and bottom are just outside."""


@dataclass(frozen=True)
class Part:
    """A labelled part of a thing, such as a helmet on a person. Its mask has the cutout's size."""

    label: str
    attributes: dict[str, str]
    mask: Image.Image


@dataclass(frozen=True)
class Mark:
    """Text (`kind` is "text") or a code ("qr", "ean13") with its box on the cutout."""

    kind: str
    text: str
    box: tuple[float, float, float, float]


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
            marks=tuple(replace(mark, box=_shift_box(mark.box, left, top)) for mark in self.marks),
            points={name: (x - left, y - top) for name, (x, y) in self.points.items()},
            shift=(self.shift[0] + left, self.shift[1] + top),
        )


_NOT_FAINT = [0] * 3 + [255] * 253


def _shift_box(
    box: tuple[float, float, float, float], left: int, top: int
) -> tuple[float, float, float, float]:
    return box[0] - left, box[1] - top, box[2] - left, box[3] - top
