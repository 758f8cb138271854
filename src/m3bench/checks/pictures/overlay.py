"""The check of marks drawn on a picture that is known only by its miniature."""

from __future__ import annotations

import math
from typing import ClassVar

import msgspec

from m3bench.checks.check import Check, CheckFailed, Evidence, Verdict
from m3bench.checks.files import content, only_file, relative

HUES = ("red", "yellow", "green", "blue")
_HEX = frozenset("0123456789abcdef")
_FEWEST_CELLS = 16
_SQUARE = 0.02


class Mark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A spot of one colour. Its centre is in fractions of the picture's width and height."""

    x: float
    y: float
    colour: str

    def __post_init__(self) -> None:
        if self.colour not in HUES:
            raise ValueError(f"the colour of a mark must be one of {', '.join(HUES)}, not {self.colour!r}")
        if not (0 <= self.x <= 1 and 0 <= self.y <= 1):
            raise ValueError("x and y of a mark must be from 0 to 1")


class PictureOverlay(Check, frozen=True):
    """The base must be square. It may have any size, because it is compared with a miniature."""

    kind: ClassVar[str] = "workspace"
    about: ClassVar[str] = (
        "a picture is a base with filled marks of these colours at these places, and no others"
    )

    path: str
    base: str
    """The miniature of the base: grey levels from 0 to f, row by row, with as many rows as columns."""
    marks: tuple[Mark, ...]
    reach: float = 0.11
    """How far a mark may extend to each side, as a share of the picture."""
    least_likeness: float = 0.85
    """The minimum correlation with the base, outside the marks."""

    def __post_init__(self) -> None:
        relative(self.path)
        side = math.isqrt(len(self.base))
        if side**2 != len(self.base) or side**2 < _FEWEST_CELLS or not set(self.base) <= _HEX:
            raise ValueError("a miniature must have as many rows as columns of digits from 0 to f")
        if not self.marks:
            raise ValueError("marks is empty")

    def look(self, evidence: Evidence) -> Verdict:
        from m3bench.checks.pictures.overlay_pixels import likeness, missing, reduced, strays  # noqa: PLC0415 - heavy
        from m3bench.checks.pictures.reading import read_picture  # noqa: PLC0415 - heavy

        path = only_file(evidence, self.path)
        picture = read_picture(content(evidence.workspace, path), path)
        high, wide = picture.shape[:2]
        if abs(wide - high) > _SQUARE * high:
            raise CheckFailed(f"{path} is {wide} × {high} pixels, expected a square")
        picture = reduced(picture)
        faults = [
            f"no {mark.colour} mark at {round(mark.x * wide)}, {round(mark.y * high)}"
            for mark in missing(picture, self.marks)
        ]
        faults += [
            f"a {colour} mark at {round(x * wide)}, {round(y * high)}, expected none there"
            for x, y, colour in strays(picture, self.marks, self.reach)[:1]
        ]
        found = likeness(picture, self.base, self.marks, self.reach)
        if found < self.least_likeness:
            faults.append(
                f"the base differs: correlation {found:.2f}, expected at least {self.least_likeness:g}"
            )
        reason = "; ".join(faults) or f"all {len(self.marks)} marks found, correlation {found:.2f}"
        return self.verdict(not faults, f"{path}: {reason}", likeness=round(found, 4))
