"""One network runs at a time: each needs up to 220 MB for its maps while it runs."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, TypeVar

from m3bench.workers import release_memory

NETWORK_LOCK = threading.Lock()
"""Hold it while a network runs. Its maps are freed at the end of the run."""
_Loader = TypeVar("_Loader", bound=Callable[..., Any])
_CACHES: list[Any] = []
_LARGE_INPUT = 2**22
"""In bytes. The maps of a network take about ten times as much."""


@contextmanager
def network_turn(input_bytes: int) -> Iterator[None]:
    """Wait until no other network runs. Give back freed memory before one that needs much of it."""
    with NETWORK_LOCK:
        if input_bytes >= _LARGE_INPUT:
            release_memory()
        yield


def network_cache(loader: _Loader) -> _Loader:
    """Keep what a function loads, until `unload_networks`."""
    cached = cache(loader)
    _CACHES.append(cached)
    return cached  # type: ignore[return-value]  # the same signature


def unload_networks() -> None:
    """Forget the networks of all servers, some 60 MB. They are loaded again when they are needed."""
    for cached in _CACHES:
        cached.cache_clear()
    release_memory()
