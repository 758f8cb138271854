"""How many cases a test with random input tries: a share of them in CI, all with `make test-full`."""

from __future__ import annotations

import os

SHARE = 4
FULL = bool(os.environ.get("M3BENCH_FULL_TESTS"))


def volume(count: int) -> int:
    """Return `count` in a full test, else a quarter of it."""
    return count if FULL else max(1, count // SHARE)
