"""The released set of M³ tasks and its digest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from m3bench.suites.released import released_suite
from m3bench.suites.stored_suite import StoredSuite

if TYPE_CHECKING:
    from m3bench.world import World

DIGEST = "8aadced3f78ca9b1f7326f8a13ea769c348f034d6add7c7af81dbb5eb6be590f"
"""The digest of the released set. Scores are comparable only for the same digest."""


def m3_suite(world: World) -> StoredSuite:
    """Return the published tasks."""
    return released_suite("m3", world)
