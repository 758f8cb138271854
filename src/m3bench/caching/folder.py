"""The folder that holds all caches."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

VARIABLE = "M3BENCH_CACHE"


def cache_folder(name: str) -> Path:
    """Return the folder of one cache: below ``$M3BENCH_CACHE`` if set, else in the user's cache folder."""
    return Path(os.environ.get(VARIABLE) or platformdirs.user_cache_path("m3bench")) / name
