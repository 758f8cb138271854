"""Released tasks, one file a release. They never change: a new release has another digest and number."""

from __future__ import annotations

import lzma
from functools import partial
from importlib.resources import files

from m3bench.core import Task, UsageError
from m3bench.suites import StoredSuite, read_stored
from m3bench.worlds import World


def released_suite(name: str, world: World, *, release: int | None = None) -> StoredSuite:
    """Return the released tasks of a suite: the present ones, or those of an earlier release.

    Tasks for other worlds have to be built.
    """
    named = name if release is None else f"{name}@{release}"
    return StoredSuite(named, world, read_released(named))


def read_released(named: str) -> list[Task]:
    """Return the released tasks of a suite, such as `verse` or `verse@1`."""
    file = files(__package__).joinpath(f"{named}.jsonl.xz")
    if not file.is_file():
        suite = named.partition("@")[0]
        raise UsageError(
            f"This installation does not include the released set {named}.",
            f"Build one: m3bench suite build {suite}.jsonl --suite {suite}",
        )
    return read_stored(lzma.decompress(file.read_bytes()))


M3 = partial(released_suite, "m3")
M3_CAMERA = partial(released_suite, "m3-camera")
M3_PHOTO = partial(released_suite, "m3-photo")
VERSE = partial(released_suite, "verse")
CROSS = partial(released_suite, "cross")
OMNI = partial(released_suite, "omni")

__all__ = ["CROSS", "M3", "M3_CAMERA", "M3_PHOTO", "OMNI", "VERSE", "read_released", "released_suite"]
