"""The check of marks drawn on a picture that is known only by its miniature."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import msgspec

from m3bench.checks.check import CheckFailed, Corruptions, Evidence, Verdict
from m3bench.checks.files import FileCheck, content, only_file
from m3bench.checks.pictures.corruption import blank_image, picture_of, with_pictures

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


class PictureOverlay(FileCheck, frozen=True):
    """The base must be square. It may have any size, because it is compared with a miniature."""

    about = "a picture is a base with filled marks of these colours at these places, and no others"

    base: str
    """The miniature of the base: grey levels from 0 to f, row by row, with as many rows as columns."""
    marks: tuple[Mark, ...]
    reach: float = 0.11
    """How far a mark may extend to each side, as a share of the picture."""
    least_likeness: float = 0.85
    """The minimum correlation with the base, outside the marks."""

    def __post_init__(self) -> None:
        super().__post_init__()
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
        alike = likeness(picture, self.base, self.marks, self.reach)
        if alike < self.least_likeness:
            expected = f"expected at least {self.least_likeness:g}"
            faults.append(f"the base differs: correlation {alike:.2f}, {expected}")
        reason = "; ".join(faults) or f"all {len(self.marks)} marks found, correlation {alike:.2f}"
        return self.verdict(not faults, f"{path}: {reason}", likeness=round(alike, 4))

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        """Return overlays with marks removed, recoloured and added, and correct marks on another picture."""
        path = only_file(evidence, self.path)
        picture = picture_of(evidence, path)

        def painted(image: Any, mark: Mark, paint: tuple[int, int, int]) -> Any:
            half = max(3, round(self.reach * image.width / 2))
            x, y = round(mark.x * image.width), round(mark.y * image.height)
            image.paste(paint, (max(0, x - half), max(0, y - half), x + half, y + half))
            return image

        images = [("a blank picture", blank_image(picture.size))]
        for mark in self.marks:
            where = f"{mark.x:.2f}, {mark.y:.2f}"
            other = next(hue for hue in HUES if hue != mark.colour)
            images.append((f"no mark at {where}", painted(picture.copy(), mark, (128, 128, 128))))
            images.append((f"another colour at {where}", painted(picture.copy(), mark, _PAINT[other])))
        if stray := _free_place(self):
            images.append(("a mark too many", painted(picture.copy(), stray, _PAINT[stray.colour])))
        turned = picture.rotate(180)
        for mark in self.marks:
            turned = painted(turned, mark, _PAINT[mark.colour])
        return with_pictures(evidence, path, [*images, ("the base upside down", turned)], scratch)


def _free_place(check: PictureOverlay) -> Mark | None:
    """Return a place far from all marks."""
    shares = [(step + 0.5) / _GRID for step in range(_GRID)]
    far = 2 * check.reach

    def is_far(mark: Mark, other: Mark) -> bool:
        return abs(mark.x - other.x) > far or abs(mark.y - other.y) > far

    marks = (Mark(x, y, check.marks[0].colour) for y in shares for x in shares)
    return next((mark for mark in marks if all(is_far(mark, other) for other in check.marks)), None)
