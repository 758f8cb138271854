"""Bound the memory that a run holds but does not use.

The C library keeps what was freed for later use. Pictures and networks need large blocks of varying sizes, so
a run would keep several hundred megabytes more than it uses. Where the C library is not glibc, only Python's
garbage is collected.
"""

from __future__ import annotations

import gc
import time

from m3bench.workers import release_memory, tune_malloc

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
