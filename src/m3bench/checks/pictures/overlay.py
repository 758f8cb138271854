"""The check of marks that were drawn over a picture of which only the look is known."""

from __future__ import annotations

import math
from typing import ClassVar

import msgspec

from m3bench.checks.check import Check, Evidence, Unfit, Verdict
from m3bench.checks.files import content, only_file, relative

HUES = ("red", "yellow", "green", "blue")
_HEX = frozenset("0123456789abcdef")
_FEWEST_CELLS = 16
_SQUARE = 0.02


class Mark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A spot of one colour. Its centre is given in shares of the picture's width and height."""

    x: float
    y: float
    colour: str

    def __post_init__(self) -> None:
        if self.colour not in HUES:
            raise ValueError(f"a mark is {', '.join(HUES)}, not {self.colour!r}")
        if not (0 <= self.x <= 1 and 0 <= self.y <= 1):
            raise ValueError("a mark's place is given in shares from 0 to 1")


class PictureOverlay(Check, frozen=True):
    """The base must be square. It may have any size, since its miniature says how it looks."""

    kind: ClassVar[str] = "workspace"
    about: ClassVar[str] = (
        "a picture is a base with filled marks of these colours at these places, and no others"
    )

    path: str
    base: str
    """The miniature of the base: levels of grey from 0 to f, row by row, as many rows as columns."""
    marks: tuple[Mark, ...]
    reach: float = 0.11
    """How far a mark may extend to each side, as a share of the picture."""
    least_likeness: float = 0.85
    """The correlation that is needed with the base, where no mark reaches."""

    def __post_init__(self) -> None:
        relative(self.path)
        side = math.isqrt(len(self.base))
        if side**2 != len(self.base) or side**2 < _FEWEST_CELLS or not set(self.base) <= _HEX:
            raise ValueError("a miniature has as many rows as columns of digits from 0 to f")
        if not self.marks:
            raise ValueError("no marks are given")

    def look(self, evidence: Evidence) -> Verdict:
        from m3bench.checks.pictures.overlay_pixels import likeness, missing, reduced, strays  # noqa: PLC0415 - heavy
        from m3bench.checks.pictures.reading import read_picture  # noqa: PLC0415 - heavy

        path = only_file(evidence, self.path)
        picture = read_picture(content(evidence.workspace, path), path)
        high, wide = picture.shape[:2]
        if abs(wide - high) > _SQUARE * high:
            raise Unfit(f"{path} is {wide} × {high} pixels, expected a square")
        picture = reduced(picture)
        faults = [
            f"no {mark.colour} mark at {round(mark.x * wide)}, {round(mark.y * high)}"
            for mark in missing(picture, self.marks)
        ]
        faults += [
            f"a {colour} mark at {round(x * wide)}, {round(y * high)}, where none belongs"
            for x, y, colour in strays(picture, self.marks, self.reach)[:1]
        ]
        found = likeness(picture, self.base, self.marks, self.reach)
        if found < self.least_likeness:
            faults.append(
                f"the base is another one: correlation {found:.2f}, expected {self.least_likeness:g} at least"
            )
        reason = "; ".join(faults) or f"all {len(self.marks)} marks are there, correlation {found:.2f}"
        return self.verdict(not faults, f"{path}: {reason}", likeness=round(found, 4))
