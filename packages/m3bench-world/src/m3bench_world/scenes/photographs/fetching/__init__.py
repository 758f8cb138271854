"""Fetching photographs from Debian packages, without root and without dpkg."""

from m3bench_world.scenes.photographs.fetching.fetch import fetch_photographs, is_complete, remove_photographs
from m3bench_world.scenes.photographs.fetching.sources import (
    AptSource,
    FolderSource,
    MirrorSource,
    PackageSource,
)

__all__ = [
    "AptSource",
    "FolderSource",
    "MirrorSource",
    "PackageSource",
    "fetch_photographs",
    "is_complete",
    "remove_photographs",
]
