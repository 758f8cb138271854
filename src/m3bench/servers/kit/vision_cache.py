"""Keep what was found in pictures: the same picture is often looked at in many runs."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec
from PIL import Image

from m3bench.caching import DiskCache, cache_folder, package_fingerprint

MOST_BYTES = 128 * 2**20
_LIBRARIES = ("numpy", "onnxruntime", "pillow", "scipy", "zxing-cpp")
_Result = TypeVar("_Result")
# msgspec builds a decoder at first use, and crashes if two threads do so at the same time.
_DECODING = threading.Lock()


def cached_result(
    package: str, image: Image.Image, options: str, kind: type[_Result], find: Callable[[], _Result]
) -> _Result:
    """Return what is in a picture, from the cache if the same code has looked at the same pixels before.

    Args:
        package: The package whose code and networks look. Another version of it looks again.
        image: The picture.
        options: What else decides the result.
        kind: The type of the result, which msgspec can encode.
        find: Looks at the picture.
    """
    pixels = hashlib.sha256(image.tobytes()).hexdigest()
    code = package_fingerprint(package, _LIBRARIES)
    key = f"{code} {pixels} {image.mode} {image.size} {options}"
    disk = _cache_at(cache_folder("vision"))
    stored = disk.get(key)
    if stored is not None:
        with _DECODING:
            return msgspec.json.decode(stored, type=kind)
    result = find()
    disk.put(key, msgspec.json.encode(result))
    return result


@cache
def _cache_at(folder: Path) -> DiskCache:
    return DiskCache(folder, MOST_BYTES)
