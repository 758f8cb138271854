"""Distractors: servers that a task does not need."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable


def draw_distractors(
    available: Iterable[str], needed: Iterable[str], count: int, *, seed: int, task: str
) -> tuple[str, ...]:
    """Draw servers by a hash of seed, task and name. A larger count extends a smaller one."""
    free = set(available) - set(needed)
    return tuple(sorted(free, key=lambda name: (_drawn(seed, task, name), name))[:count])


def _drawn(seed: int, task: str, name: str) -> bytes:
    return hashlib.sha256(f"{seed}\0{task}\0{name}".encode("utf-8", "surrogatepass")).digest()
