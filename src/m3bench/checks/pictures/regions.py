"""The check of regions that changed and of regions that did not."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from m3bench.checks.check import CheckFailed, Corruptions, Evidence, Verdict
from m3bench.checks.files import FileCheck, content, only_file, original, relative
from m3bench.checks.pictures.corruption import (
    negative_of,
    picture_of,
    pixel_area,
    sliver_hidden,
    with_pictures,
)
from m3bench.checks.pictures.pictures import Box, nearly, require_boxes, revealed

_SHAPE = 0.02
"""Largest difference of the aspect ratios of a picture and its source."""


class PictureRegions(FileCheck, frozen=True):
    """Unlike `picture_changed_only`, regions may be checked for what they hide, the picture may have another
    size than its source, and the rest may be free."""

    about = "regions of a picture were changed or hidden, and other regions stayed as they were"

    source: str
    changed: tuple[Box, ...] = ()
    """Regions that differ from the source. Boxes are in pixels of the source."""
    hidden: tuple[Box, ...] = ()
    """Regions in which details can no longer be recognized: pixelated, blurred or painted over."""
    unchanged: tuple[Box, ...] = ()
    """Regions that are as in the source, whatever else changed."""
    rest: Literal["unchanged", "any"] = "unchanged"
    """What must hold outside of all these regions."""
    resized: bool = False
    """Whether the picture may have another size, in the same proportions."""
    tolerance: int = 24
    """Largest colour difference, of 255, of an unchanged pixel: lossy formats change all pixels."""
    least_inside: float = 0.05
    """The minimum share of changed pixels in a changed region."""
    most_outside: float = 0.01
    """The maximum share of changed pixels in what must be unchanged."""
    most_detail: float = 0.35
    """The maximum correlation of the fine details of a hidden region with those of the source."""
    margin: int = 3
    """Pixels around changed and hidden regions that may change as well."""

    def __post_init__(self) -> None:
        if relative(self.path) == relative(self.source):
            raise ValueError("path and source must be different files")
        if not (self.changed or self.hidden):
            raise ValueError("changed and hidden are both empty")
        require_boxes(self.regions)

    @property
    def regions(self) -> tuple[Box, ...]:
        """All boxes."""
        return (*self.changed, *self.hidden, *self.unchanged)

    def look(self, evidence: Evidence) -> Verdict:
        from m3bench.checks.pictures.details import softened  # noqa: PLC0415 - heavy
        from m3bench.checks.pictures.reading import read_picture  # noqa: PLC0415 - heavy

        path = only_file(evidence, self.path)
        found = read_picture(content(evidence.workspace, path), path)
        source = read_picture(original(evidence, self.source), self.source)
        found = self._fitted(found, source.shape[:2], path)
        soft = softened(found), softened(source)
        faults = [*self._untouched(*soft), *self._legible(found, source), *self._touched(*soft)]
        reason = "; ".join(faults) or f"{len(self.regions)} regions are as expected"
        return self.verdict(not faults, f"{path}: {reason}")

    def _fitted(self, found: Any, shape: tuple[int, int], path: str) -> Any:
        """Return the picture in the size of its source."""
        from m3bench.checks.pictures.details import resized  # noqa: PLC0415 - heavy

        if found.shape[:2] == shape:
            return found
        wide, high = found.shape[1], found.shape[0]
        alike = abs(wide / high - shape[1] / shape[0]) <= _SHAPE * shape[1] / shape[0]
        if not (self.resized and alike):
            raise CheckFailed(f"{path} is {wide} × {high} pixels, expected {shape[1]} × {shape[0]}")
        return resized(found, (shape[1], shape[0]))

    def _untouched(self, found: Any, source: Any) -> list[str]:
        from m3bench.checks.pictures.details import changes  # noqa: PLC0415 - heavy

        boxes = (*self.changed, *self.hidden)
        inside, outside = changes(found, source, boxes, self.tolerance, self.margin)
        faults = [
            f"nothing changed at {nearly(box)}"
            for box, share in zip(boxes, inside, strict=True)
            if share < self.least_inside
        ]
        if self.rest == "unchanged" and outside > self.most_outside:
            expected = f"expected at most {self.most_outside:.1%}"
            faults.append(f"{outside:.1%} of the other pixels differ, {expected}")
        return faults

    def _legible(self, found: Any, source: Any) -> list[str]:
        from m3bench.checks.pictures.details import kept_detail  # noqa: PLC0415 - heavy

        kept = [kept_detail(found, source, box) for box in self.hidden]
        faults = [
            f"details can still be recognized at {nearly(box)} (correlation {share:.2f}, "
            f"expected at most {self.most_detail:g})"
            for box, share in zip(self.hidden, kept, strict=True)
            if share > self.most_detail
        ]
        return faults or revealed(found, source, self.hidden)

    def _touched(self, found: Any, source: Any) -> list[str]:
        from m3bench.checks.pictures.details import changes  # noqa: PLC0415 - heavy

        inside, _ = changes(found, source, self.unchanged, self.tolerance, 0)
        return [
            f"{share:.1%} of the pixels differ at {nearly(box)}, expected at most {self.most_outside:.1%}"
            for box, share in zip(self.unchanged, inside, strict=True)
            if share > self.most_outside
        ]

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        path = only_file(evidence, self.path)
        source = picture_of(evidence, self.source)
        edited = picture_of(evidence, path).resize(source.size)
        images = [("picture untouched", source), ("another size", edited.crop((0, 0, 5, 5)))]
        for box in (*self.changed, *self.hidden):
            restored, area = edited.copy(), pixel_area(box, edited)
            restored.paste(source.crop(area), area[:2])
            images.append((f"untouched at {area}", restored))
        for box in self.hidden:
            shaded, area = edited.copy(), pixel_area(box, edited)
            shaded.paste(source.crop(area).point(lambda level: level * 0.6 + 60), area[:2])
            images.append((f"only shaded at {area}", shaded))
            images += sliver_hidden(edited, source, box)
        images += [
            (f"changed at {pixel_area(box, edited)}", negative_of(edited, box)) for box in self.unchanged
        ]
        return with_pictures(evidence, path, images, scratch)
