"""Bound the memory that a run holds but does not use.

The C library keeps what was freed for later use. Pictures and networks need large blocks of varying sizes, so
a run would keep several hundred megabytes more than it uses. Where the C library is not glibc, only Python's
garbage is collected.
"""

from __future__ import annotations

import ctypes
import gc
import time
from collections.abc import Callable
from functools import cache
from typing import Any

_M_MMAP_THRESHOLD = -3
_M_ARENA_MAX = -8
_LARGE_BLOCK = 2**20
_ARENAS = 2
_SECONDS_BETWEEN_COLLECTIONS = 5.0


class MemoryKeeper:
    """Gives memory back between attempts.

    Failed calls leave cycles of exceptions and frames, which may hold answers of many megabytes. Python's own
    collector comes to them late, because it waits until a quarter of all objects are new.
    """

    def __init__(self) -> None:
        tune_malloc()
        self._collected = time.monotonic()

    def release(self) -> None:
        """Collect garbage, unless that was done a moment ago, and give back what is freed."""
        if time.monotonic() - self._collected >= _SECONDS_BETWEEN_COLLECTIONS:
            gc.collect()
            self._collected = time.monotonic()
        release_memory()


def tune_malloc() -> bool:
    """Have large blocks returned as soon as they are freed, and small ones shared by all threads.

    By default glibc raises its limit for large blocks up to 32 MB, and then no longer returns blocks below
    it. It also keeps freed blocks apart for every few threads. Return whether the options could be set.
    """
    set_option = _function("mallopt", ctypes.c_int, ctypes.c_int)
    if set_option is None:
        return False
    large, arenas = set_option(_M_MMAP_THRESHOLD, _LARGE_BLOCK), set_option(_M_ARENA_MAX, _ARENAS)
    return bool(large and arenas)


def release_memory() -> bool:
    """Give back all freed memory. Return whether any was given back; False where this is not glibc."""
    trim = _function("malloc_trim", ctypes.c_size_t)
    return trim is not None and bool(trim(0))


@cache
def _function(name: str, *arguments: type[Any]) -> Callable[..., int] | None:
    """Return a function of the C library, or None if it has no such function (macOS, musl, Windows)."""
    try:
        found = getattr(ctypes.CDLL(None), name)
    except (AttributeError, OSError, TypeError):
        return None
    found.argtypes, found.restype = arguments, ctypes.c_int
    function: Callable[..., int] = found
    return function
