"""Objects in a picture: detected and true ones."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

import msgspec

from m3bench.suites import CallResult, PlanError

if TYPE_CHECKING:
    from m3bench_world.scenes import Scene

Box = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels. The last two are exclusive."""

ALIKE = 0.7
"""Minimum IoU for a detection to match an object."""
CLEAR = 0.8
"""Share of an object that must be visible for its box to be clear."""


class Sighting(msgspec.Struct, frozen=True):
    """One object in a picture."""

    label: str
    box: Box

    @property
    def area(self) -> int:
        left, top, right, bottom = self.box
        return (right - left) * (bottom - top)

    @property
    def centre(self) -> tuple[int, int]:
        left, top, right, bottom = self.box
        return (left + right) // 2, (top + bottom) // 2

    @property
    def reach(self) -> int:
        """The distance from the centre to the corners, the radius of a circle around the object."""
        left, top, right, bottom = self.box
        return math.ceil(math.hypot(right - left, bottom - top) / 2)


def true_sightings(scene: Scene, labels: Collection[str]) -> list[Sighting]:
    """Return the true objects of some labels, from left to right."""
    return _left_to_right(
        [Sighting(thing.label, _whole_pixels(thing.box)) for thing in scene.things if thing.label in labels]
    )


def all_visible(scene: Scene, labels: Collection[str], least: float = CLEAR) -> bool:
    """Return whether all objects of some labels are clearly visible."""
    return all(thing.visible >= least for thing in scene.things if thing.label in labels)


def sightings(result: CallResult, labels: Collection[str]) -> list[Sighting]:
    """Return the detected objects of some labels, from left to right, without checking them."""
    return _left_to_right(
        [_sighting(detection) for detection in result.data["detections"] if detection["name"] in labels]
    )


def require_detected(result: CallResult, scene: Scene, labels: Collection[str]) -> list[Sighting]:
    """Return the detected objects of some labels. Raise `PlanError` if they differ from the true ones."""
    seen = sightings(result, labels)
    left = true_sightings(scene, labels)
    for sighting in seen:
        true = max(left, key=lambda thing: overlap(thing.box, sighting.box), default=None)
        if true is None or true.label != sighting.label or overlap(true.box, sighting.box) < ALIKE:
            raise PlanError(f"The detector found a {sighting.label} at {sighting.box} that does not exist.")
        left.remove(true)
    if left:
        raise PlanError(f"The detector missed a {left[0].label} at {left[0].box}.")
    return seen


def counts(things: Sequence[Sighting]) -> dict[str, int]:
    """Count the objects by label, the most frequent first."""
    counted = Counter(thing.label for thing in things)
    return dict(sorted(counted.items(), key=lambda pair: (-pair[1], pair[0])))


def overlap(one: Box, other: Box) -> float:
    """Return the intersection over union of two boxes."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    shared = max(wide, 0) * max(high, 0)
    return shared / (Sighting("", one).area + Sighting("", other).area - shared)


def _left_to_right(things: list[Sighting]) -> list[Sighting]:
    return sorted(things, key=lambda thing: thing.box)


def _sighting(detection: dict[str, object]) -> Sighting:
    corners = detection["bbox"]
    assert isinstance(corners, dict)
    edges = tuple(float(corners[name]) for name in ("xmin", "ymin", "xmax", "ymax"))
    return Sighting(str(detection["name"]), _whole_pixels(edges))


def _whole_pixels(edges: Sequence[float]) -> Box:
    """Round a box outwards to whole pixels."""
    left, top, right, bottom = edges
    return math.floor(left), math.floor(top), math.ceil(right), math.ceil(bottom)
