"""The check of marks drawn on a picture that is known only by its miniature."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from m3bench.checks.check import Check, CheckFailed, Corruptions, Evidence, Verdict
from m3bench.checks.corruption import with_file, without_file
from m3bench.checks.files import content, only_file, relative
from m3bench.checks.pictures.corruption import blank_picture, picture_bytes, picture_of

HUES = ("red", "yellow", "green", "blue")
_HEX = frozenset("0123456789abcdef")
_FEWEST_CELLS = 16
_SQUARE = 0.02
_PAINT = {"red": (255, 0, 0), "yellow": (255, 255, 0), "green": (0, 160, 0), "blue": (0, 0, 255)}
_GRID = 12


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

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        """Return overlays with marks removed, recoloured and added, and correct marks on another picture."""
        path = only_file(evidence, self.path)
        blank = blank_picture(content(evidence.workspace, path), path)
        found = [
            ("no file", without_file(evidence, path, scratch)),
            ("a blank picture", with_file(evidence, path, blank, scratch)),
        ]

        def painted(how: str, *spots: tuple[Mark, Any]) -> None:
            image = picture_of(evidence, path)
            for mark, paint in spots:
                _paint(image, mark, paint, self.reach)
            found.append((how, with_file(evidence, path, picture_bytes(image, path), scratch)))

        for mark in self.marks:
            other = next(hue for hue in HUES if hue != mark.colour)
            painted(f"no mark at {mark.x:.2f}, {mark.y:.2f}", (mark, (128, 128, 128)))
            painted(f"another colour at {mark.x:.2f}, {mark.y:.2f}", (mark, _PAINT[other]))
        if stray := _free_place(self):
            painted("a mark too many", (stray, _PAINT[stray.colour]))
        turned = picture_of(evidence, path).rotate(180)
        for mark in self.marks:
            _paint(turned, mark, _PAINT[mark.colour], self.reach)
        found.append(
            ("the base upside down", with_file(evidence, path, picture_bytes(turned, path), scratch))
        )
        return found


def _paint(image: Any, mark: Mark, colour: Any, reach: float) -> None:
    half = max(3, round(reach * image.width / 2))
    x, y = round(mark.x * image.width), round(mark.y * image.height)
    image.paste(colour, (max(0, x - half), max(0, y - half), x + half, y + half))


def _free_place(check: PictureOverlay) -> Mark | None:
    """Return a place far from all marks."""
    shares = [(step + 0.5) / _GRID for step in range(_GRID)]
    far = 2 * check.reach
    return next(
        (
            Mark(x, y, check.marks[0].colour)
            for y in shares
            for x in shares
            if all(abs(x - mark.x) > far or abs(y - mark.y) > far for mark in check.marks)
        ),
        None,
    )
