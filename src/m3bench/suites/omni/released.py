"""The released set of `omni`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from m3bench.suites.released import released_suite
from m3bench.suites.stored_suite import StoredSuite

if TYPE_CHECKING:
    from m3bench.world import World


def omni_suite(world: World) -> StoredSuite:
    """Return the published tasks. They can be run in the world of their seed."""
    return released_suite("omni", world)
