"""Corrupted overlays."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from m3bench.checks.check import Check, Evidence
from m3bench.checks.corruption.copies import with_file, without_file
from m3bench.checks.corruption.pictures import blank_picture, picture_bytes, picture_of
from m3bench.checks.files import content, only_file
from m3bench.checks.pictures import HUES, Mark, PictureOverlay

Corrupted = list[tuple[str, Evidence]]
_PAINT = {"red": (255, 0, 0), "yellow": (255, 255, 0), "green": (0, 160, 0), "blue": (0, 0, 255)}
_GRID = 12


def corrupted_overlay(check: PictureOverlay, evidence: Evidence, scratch: Path) -> Corrupted:
    """Return overlays with marks removed, recoloured and added, and correct marks on another picture."""
    path = only_file(evidence, check.path)
    blank = blank_picture(content(evidence.workspace, path), path)
    found = [
        ("no file", without_file(evidence, path, scratch)),
        ("a blank picture", with_file(evidence, path, blank, scratch)),
    ]

    def painted(how: str, *spots: tuple[Mark, Any]) -> None:
        image = picture_of(evidence, path)
        for mark, paint in spots:
            _paint(image, mark, paint, check.reach)
        found.append((how, with_file(evidence, path, picture_bytes(image, path), scratch)))

    for mark in check.marks:
        other = next(hue for hue in HUES if hue != mark.colour)
        painted(f"no mark at {mark.x:.2f}, {mark.y:.2f}", (mark, (128, 128, 128)))
        painted(f"another colour at {mark.x:.2f}, {mark.y:.2f}", (mark, _PAINT[other]))
    if stray := _free_place(check):
        painted("a mark too many", (stray, _PAINT[stray.colour]))
    turned = picture_of(evidence, path).rotate(180)
    for mark in check.marks:
        _paint(turned, mark, _PAINT[mark.colour], check.reach)
    found.append(("the base upside down", with_file(evidence, path, picture_bytes(turned, path), scratch)))
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


OVERLAY_CORRUPTIONS: dict[type[Check], Callable[[Any, Evidence, Path], Corrupted]] = {
    PictureOverlay: corrupted_overlay
}
