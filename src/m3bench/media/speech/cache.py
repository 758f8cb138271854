"""What was spoken and recognized is kept on disk, by content and with a bound."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.metadata import PackageNotFoundError
from pathlib import Path

from m3bench.caching import DiskCache, cache_folder, package_fingerprint
from m3bench.media.packages import missing_package

MOST_BYTES = 256 * 2**20


def cached_bytes(kind: str, libraries: tuple[str, ...], key: str, make: Callable[[], bytes]) -> bytes:
    """Return stored bytes, or make and store them.

    Args:
        kind: What they are.
        libraries: Distributions that decide the result, as well as this package.
        key: What else decides it.
        make: Makes them.

    Raises:
        MediaPackageMissing: One of the libraries is not installed.
    """
    try:
        code = package_fingerprint("m3bench.media", libraries)
    except PackageNotFoundError as missing:
        raise missing_package(missing.name) from None
    return _cache_at(cache_folder("speech")).get_or_make(f"{kind} {code} {key}", make)


@cache
def _cache_at(folder: Path) -> DiskCache:
    return DiskCache(folder, MOST_BYTES)
