"""How much a test tries: a share of its cases in CI, all with `make test-full`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeVar

Case = TypeVar("Case")
SHARE = 4
FULL = bool(os.environ.get("M3BENCH_FULL_TESTS"))


def volume(count: int) -> int:
    """Return `count` in a full test, else a quarter of it."""
    return count if FULL else max(1, count // SHARE)


def sample(cases: Iterable[Case], share: int) -> list[Case]:
    """Return all cases in a full test, else the first of every `share`: for cases that take the same path."""
    return list(cases)[:: 1 if FULL else share]
