"""Corrupted regions of pictures, and pictures that no longer contain others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from m3bench.checks.check import Check, Evidence
from m3bench.checks.corruption.copies import with_file, with_steps, without_file
from m3bench.checks.corruption.pictures import blank_picture, picture_bytes, picture_of
from m3bench.checks.files import content, only_file
from m3bench.checks.pictures import Box, PictureContains, PictureRegions

Corruptions = list[tuple[str, Evidence]]


def _area(box: Box, image: Any) -> tuple[int, int, int, int]:
    left, top, right, bottom = map(round, box)
    return max(0, left), max(0, top), min(image.width, right), min(image.height, bottom)


def _negative(image: Any, box: Box) -> Any:
    """Return the picture with a region in its negative."""
    from PIL import ImageOps  # noqa: PLC0415 - heavy

    changed, area = image.copy(), _area(box, image)
    changed.paste(ImageOps.invert(image.crop(area)), area[:2])
    return changed


def _regions(check: PictureRegions, evidence: Evidence, scratch: Path) -> Corruptions:
    path = only_file(evidence, check.path)
    source = picture_of(evidence, check.source)
    found = picture_of(evidence, path).resize(source.size)

    def written(words: str, image: Any) -> tuple[str, Evidence]:
        return words, with_file(evidence, path, picture_bytes(image, path), scratch)

    spoiled = [
        ("no file", without_file(evidence, path, scratch)),
        written("picture untouched", source),
        written("another size", found.crop((0, 0, 5, 5))),
    ]
    for box in (*check.changed, *check.hidden):
        restored, area = found.copy(), _area(box, found)
        restored.paste(source.crop(area), area[:2])
        spoiled.append(written(f"untouched at {area}", restored))
    for box in check.hidden:
        shaded, area = found.copy(), _area(box, found)
        shaded.paste(source.crop(area).point(lambda level: level * 0.6 + 60), area[:2])
        spoiled.append(written(f"only shaded at {area}", shaded))
    spoiled += [written(f"changed at {_area(box, found)}", _negative(found, box)) for box in check.unchanged]
    return spoiled


def _contains(check: PictureContains, evidence: Evidence, scratch: Path) -> Corruptions:
    path = only_file(evidence, check.path)
    image = picture_of(evidence, path)
    negative = _negative(image, (0, 0, image.width, image.height))
    spoiled = [
        ("no file", without_file(evidence, path, scratch)),
        (
            "a blank picture",
            with_file(evidence, path, blank_picture(content(evidence.workspace, path), path), scratch),
        ),
        ("a negative", with_file(evidence, path, picture_bytes(negative, path), scratch)),
    ]
    if check.subjects:
        kept = [
            step
            for step in evidence.trajectory.steps
            if all(call.server != "image-generation" for call in step.calls)
        ]
        spoiled.append(("never generated", with_steps(evidence, kept)))
    return spoiled


REGION_CORRUPTORS: dict[type[Check], Callable[[Any, Evidence, Path], Corruptions]] = {
    PictureRegions: _regions,
    PictureContains: _contains,
}
