"""The memory of this process: its limit, and what the C library holds after it was freed."""

from __future__ import annotations

import ctypes
import resource
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

_M_MMAP_THRESHOLD = -3
_M_ARENA_MAX = -8
_LARGE_BLOCK = 2**20
_ARENAS = 2


def limit_memory(most: int, kind: int = resource.RLIMIT_AS) -> None:
    """Limit the memory that this process can have, in bytes. macOS knows no such limit, and goes without."""
    try:
        resource.setrlimit(kind, (most, most))
    except (OSError, ValueError):
        if sys.platform != "darwin":
            raise


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
        function: Any = getattr(ctypes.CDLL(None), name)
    except (AttributeError, OSError, TypeError):
        return None
    function.argtypes, function.restype = arguments, ctypes.c_int
    typed: Callable[..., int] = function
    return typed
