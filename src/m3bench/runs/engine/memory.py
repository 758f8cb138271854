"""Bound the memory that a run holds but does not use.

The C library keeps what was freed for later use. Pictures and networks need large blocks of varying sizes, so
a run would keep several hundred megabytes more than it uses. Where the C library is not glibc, nothing
happens.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any

_M_MMAP_THRESHOLD = -3
_LARGE_BLOCK = 2**20


def map_large_blocks() -> bool:
    """Have every large block returned to the system as soon as it is freed. Return whether that is possible.

    By default glibc raises its limit up to 32 MB, and then no longer returns blocks below it.
    """
    set_option = _function("mallopt", ctypes.c_int, ctypes.c_int)
    return set_option is not None and bool(set_option(_M_MMAP_THRESHOLD, _LARGE_BLOCK))


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
