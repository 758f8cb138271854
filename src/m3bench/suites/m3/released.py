"""The released set of M³ tasks and its digest."""

from __future__ import annotations

import lzma
from importlib.resources import files
from typing import TYPE_CHECKING

from m3bench.core import UsageError
from m3bench.suites.stored_suite import StoredSuite, read_stored

if TYPE_CHECKING:
    from m3bench.world import World

RELEASED = "released.jsonl.xz"
DIGEST = "8aadced3f78ca9b1f7326f8a13ea769c348f034d6add7c7af81dbb5eb6be590f"
"""The digest of the released set. Scores are comparable only for the same digest."""


def m3_suite(world: World) -> StoredSuite:
    """Return the published tasks. Tasks for other worlds have to be built."""
    file = files("m3bench.suites.m3").joinpath(RELEASED)
    if not file.is_file():
        raise UsageError(
            "This installation does not include the released set.", "Build one: m3bench suite build"
        )
    return StoredSuite("m3", world, read_stored(lzma.decompress(file.read_bytes())))
