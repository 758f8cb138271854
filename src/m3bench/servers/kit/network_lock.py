"""One network runs at a time: each needs up to 220 MB for its maps while it runs."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

from m3bench.workers import release_memory

NETWORK_LOCK = threading.Lock()
"""Hold it while a network runs. Its maps are freed at the end of the run."""


class _CachedFunction(Protocol):
    def cache_clear(self) -> None: ...


_Loader = TypeVar("_Loader", bound=_CachedFunction)
_LOADERS: list[_CachedFunction] = []
_LARGE_INPUT = 2**22
"""In bytes. The maps of a network take about ten times as much."""
_LARGEST_INPUT = 2**24
"""In bytes. Beside the maps of such an input there is no room for networks that do not run."""


@contextmanager
def network_turn(input_bytes: int) -> Iterator[None]:
    """Wait until no other network runs. Make room before one that needs much memory."""
    with NETWORK_LOCK:
        if input_bytes >= _LARGEST_INPUT:
            unload_networks()
        elif input_bytes >= _LARGE_INPUT:
            release_memory()
        yield


def unloadable(loader: _Loader) -> _Loader:
    """Have `unload_networks` forget what a cached function has loaded."""
    _LOADERS.append(loader)
    return loader


def unload_networks() -> None:
    """Forget the networks of all servers, some 60 MB. They are loaded again when they are needed."""
    for loader in _LOADERS:
        loader.cache_clear()
    release_memory()
