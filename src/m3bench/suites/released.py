"""Released sets of tasks, which ship with the package."""

from __future__ import annotations

import lzma
from importlib.resources import files
from typing import TYPE_CHECKING

from m3bench.core import UsageError
from m3bench.suites.generators import suite_package
from m3bench.suites.stored_suite import StoredSuite, read_stored

if TYPE_CHECKING:
    from m3bench.world import World

RELEASED_FILE = "released.jsonl.xz"
"""The file of the tasks, in the package of their suite."""


def released_suite(name: str, world: World) -> StoredSuite:
    """Return the released tasks of a suite. Tasks for other worlds have to be built."""
    file = files(suite_package(name)).joinpath(RELEASED_FILE)
    if not file.is_file():
        raise UsageError(
            "This installation does not include the released set.",
            f"Build one: m3bench suite build {name}.jsonl --suite {name}",
        )
    return StoredSuite(name, world, read_stored(lzma.decompress(file.read_bytes())))
