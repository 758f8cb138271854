"""Checks of cropped and edited pictures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from m3bench.checks.check import CheckFailed, Corruptions, Evidence, Verdict
from m3bench.checks.corruption import copied, with_files, without_file
from m3bench.checks.files import FileCheck, content, made_files, named, only_file, original, relative
from m3bench.checks.pictures.corruption import (
    picture_bytes,
    picture_of,
    pixel_area,
    sliver_hidden,
    with_pictures,
)

Box = tuple[float, float, float, float]
"""Left, top, right and bottom in pixels."""

_MOST_CROPS = 40
_MOST_REVEALED = 0.2


def require_boxes(boxes: Sequence[Box], name: str = "boxes") -> None:
    """Raise `ValueError` if there are no boxes, or if one is empty."""
    if not boxes or any(box[0] >= box[2] or box[1] >= box[3] for box in boxes):
        raise ValueError(f"{name} must be (left, top, right, bottom) and at least one pixel large")


def nearly(box: Box) -> tuple[int, ...]:
    """Return a box in whole pixels, for messages."""
    return tuple(map(round, box))


def revealed(found: Any, source: Any, boxes: Sequence[Box]) -> list[str]:
    """Return the boxes of a picture in which the details of its source can still be recognized."""
    from m3bench.checks.pictures.details import recognized  # noqa: PLC0415 - heavy

    shares = [recognized(found, source, box) for box in boxes]
    return [
        f"{share:.0%} of the details at {nearly(box)} can still be recognized, "
        f"expected at most {_MOST_REVEALED:.0%}"
        for box, share in zip(boxes, shares, strict=True)
        if share > _MOST_REVEALED
    ]


class PictureCrop(FileCheck, frozen=True):
    """One file for each box and one box for each file, in any order. Brightness and contrast may differ."""

    about = "files are crops of a picture, one at each of the true boxes"

    source: str
    boxes: tuple[Box, ...]
    least_iou: float = 0.75
    tone: Literal["grayscale", "sepia"] | None = None
    """The required tone of the crops; any colours if None."""

    def __post_init__(self) -> None:
        require_boxes(self.boxes)
        relative(self.path), relative(self.source)

    def crops(self, evidence: Evidence) -> list[str]:
        """Return the files that count as crops."""
        source = relative(self.source)
        return [path for path in made_files(evidence, self.path) if path != source]

    def look(self, evidence: Evidence) -> Verdict:
        paths = self.crops(evidence)
        if len(paths) != len(self.boxes) or len(paths) > _MOST_CROPS:
            found = f" ({named(paths)})" if paths else ""
            raise CheckFailed(f"{len(paths)} new pictures at {self.path}{found}, expected {len(self.boxes)}")
        table = self._overlaps(evidence, paths)
        pairs = _matched(table, self.least_iou)
        shares = [table[row][column] for row, column in sorted(pairs.items())]
        lacking = [box for index, box in enumerate(self.boxes) if index not in pairs.values()]
        if lacking:
            best = [max(row) for row in table]
            found = ", ".join(f"{path} {share:.2f}" for path, share in zip(paths, best, strict=True))
            boxes = "; ".join(str(nearly(box)) for box in lacking)
            reason = f"no crop at {boxes}: best overlaps (IoU): {found}, expected at least {self.least_iou}"
            return self.verdict(False, reason, overlaps=table)
        if coloured := self._off_tone(evidence, paths):
            return self.verdict(False, f"{named(coloured)}: not in {self.tone}", overlaps=table)
        return self.verdict(
            True, f"{named(paths)}: match the boxes, IoU at least {min(shares):.2f}", overlaps=table
        )

    def _off_tone(self, evidence: Evidence, paths: list[str]) -> list[str]:
        """Return the crops with other colours than required."""
        if self.tone is None:
            return []
        from m3bench.checks.pictures.details import is_toned  # noqa: PLC0415 - heavy
        from m3bench.checks.pictures.reading import read_picture  # noqa: PLC0415 - heavy

        pictures = {path: read_picture(content(evidence.workspace, path), path) for path in paths}
        return [path for path, pixels in pictures.items() if not is_toned(pixels, self.tone)]

    def _overlaps(self, evidence: Evidence, paths: list[str]) -> list[list[float]]:
        from m3bench.checks.pictures.location import overlaps  # noqa: PLC0415 - heavy
        from m3bench.checks.pictures.reading import grey, read_picture  # noqa: PLC0415 - heavy

        source = grey(read_picture(original(evidence, self.source), self.source))
        crops = (read_picture(content(evidence.workspace, path), path) for path in paths)
        return [[round(share, 4) for share in overlaps(crop, source, self.boxes)] for crop in crops]

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        paths = self.crops(evidence)
        source = picture_of(evidence, self.source)
        first = paths[0]
        off = copied(evidence, scratch)
        for path, box in zip(paths, self.boxes, strict=True):
            cut = source.crop(_shifted(box, source.width, source.height))
            (off.workspace / path).write_bytes(picture_bytes(cut, path))
        contents = {"a broken picture": content(evidence.workspace, first)[:20]}
        if self.tone:
            contents["other colours"] = picture_bytes(_coloured(picture_of(evidence, first)), first)
        if len(paths) > 1:
            contents["one crop twice"] = content(evidence.workspace, paths[1])
        return [
            ("crops one third off", off),
            ("a crop missing", without_file(evidence, first, scratch)),
            *with_files(evidence, first, contents.items(), scratch),
        ]


def _matched(table: list[list[float]], least: float) -> dict[int, int]:
    """Return a maximum matching of rows and columns with values of at least `least`."""
    holders: dict[int, int] = {}

    def placed(row: int, tried: set[int]) -> bool:
        for column, value in enumerate(table[row]):
            if value >= least and column not in tried:
                tried.add(column)
                if column not in holders or placed(holders[column], tried):
                    holders[column] = row
                    return True
        return False

    for row in range(len(table)):
        placed(row, set())
    return {row: column for column, row in holders.items()}


class PictureChangedOnly(FileCheck, frozen=True):
    """The edited picture has the size of its source, which must be unchanged."""

    about = "a picture differs from its source in each of these boxes, and nowhere else"

    source: str
    boxes: tuple[Box, ...]
    tolerance: int = 24
    """Largest colour difference, of 255, of an unchanged pixel: lossy formats change all pixels."""
    least_inside: float = 0.05
    """The minimum share of changed pixels in a box."""
    most_outside: float = 0.002
    """The maximum share of changed pixels outside the boxes."""
    margin: int = 3
    """Pixels around the boxes that may change as well."""
    hidden: bool = False
    """Whether nothing in the boxes may be recognized: all of it is pixelated, blurred or painted over."""

    def __post_init__(self) -> None:
        require_boxes(self.boxes)
        if relative(self.path) == relative(self.source):
            raise ValueError("path and source must be different files")

    def look(self, evidence: Evidence) -> Verdict:
        from m3bench.checks.pictures.details import changes  # noqa: PLC0415 - heavy
        from m3bench.checks.pictures.reading import read_picture  # noqa: PLC0415 - heavy

        path = only_file(evidence, self.path)
        changed = read_picture(content(evidence.workspace, path), path)
        source = read_picture(original(evidence, self.source), self.source)
        if changed.shape != source.shape:
            sizes = " and ".join(f"{image.shape[1]} × {image.shape[0]}" for image in (changed, source))
            raise CheckFailed(f"{path} and {self.source} have different sizes: {sizes}")
        inside, outside = changes(changed, source, self.boxes, self.tolerance, self.margin)
        faults = [
            f"nothing changed at {nearly(box)}"
            for box, share in zip(self.boxes, inside, strict=True)
            if share < self.least_inside
        ]
        if outside > self.most_outside:
            expected = f"expected at most {self.most_outside:.1%}"
            faults.append(f"{outside:.1%} of the other pixels differ, {expected}")
        faults += revealed(changed, source, self.boxes) if self.hidden else []
        changed_shares = ", ".join(f"{share:.0%}" for share in inside)
        reason = "; ".join(faults) or f"changed only in the boxes ({changed_shares})"
        return self.verdict(not faults, f"{path}: {reason}", inside=inside, outside=outside)

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        path = only_file(evidence, self.path)
        source, changed = picture_of(evidence, self.source), picture_of(evidence, path)
        images = [("picture untouched", source), ("another size", changed.crop((0, 0, 5, 5)))]
        for box in self.boxes:
            restored = changed.copy()
            area = tuple(map(round, box))
            restored.paste(source.crop(area), area[:2])
            images.append((f"untouched at {area}", restored))
            images += sliver_hidden(changed, source, box) if self.hidden else []
        if elsewhere := _painted_elsewhere(changed, self.boxes, self.margin):
            images.append(("changed elsewhere", elsewhere))
        return with_pictures(evidence, path, images, scratch)


def _shifted(box: Box, width: int, height: int) -> tuple[int, int, int, int]:
    """Move the box by a third of its size if there is room; halve a box as wide as the picture."""
    (left, right), (top, bottom) = _moved(box[0], box[2], width), _moved(box[1], box[3], height)
    return left, top, right, bottom


def _moved(low: float, high: float, most: int) -> tuple[int, int]:
    by = max(1.0, (high - low) / 3)
    if high + by <= most:
        return round(low + by), round(high + by)
    if low - by >= 0:
        return round(low - by), round(high - by)
    return round(low), round((low + high) / 2)


def _coloured(image: Any) -> Any:
    """Return the same shapes in blue."""
    from PIL import ImageOps  # noqa: PLC0415 - heavy

    return ImageOps.colorize(image.convert("L"), black="navy", white="white")


def _painted_elsewhere(image: Any, boxes: tuple[Box, ...], margin: int) -> Any:
    """Invert everything outside the boxes; return None if they cover the picture."""
    from PIL import ImageOps  # noqa: PLC0415 - heavy

    other = ImageOps.invert(image)
    free = image.width * image.height
    for box in boxes:
        left, top, right, bottom = map(round, box)
        area = pixel_area((left - margin, top - margin, right + margin, bottom + margin), image)
        other.paste(image.crop(area), area[:2])
        free -= (area[2] - area[0]) * (area[3] - area[1])
    return other if free > 0 else None
