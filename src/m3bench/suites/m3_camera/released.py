"""The released tasks of `m3-camera`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from m3bench.suites.released import released_suite
from m3bench.suites.stored_suite import StoredSuite

if TYPE_CHECKING:
    from m3bench.world import World


def m3_camera_suite(world: World) -> StoredSuite:
    """Return the published tasks."""
    return released_suite("m3-camera", world)
