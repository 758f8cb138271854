"""The released set of `cross`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from m3bench.suites.released import released_suite
from m3bench.suites.stored_suite import StoredSuite

if TYPE_CHECKING:
    from m3bench.world import World


def cross_suite(world: World) -> StoredSuite:
    """Return the published tasks. They need the world of their seed and time."""
    return released_suite("cross", world)
