"""Filtering tasks by solvability and utility, as judged by a model."""

from __future__ import annotations

import msgspec

SOLVABILITY = 9.0
UTILITY = 5.0
"""The lowest scores of a task that is kept, as in MCP-Bench."""
_LOWEST, _HIGHEST = 1.0, 10.0


class Marks(msgspec.Struct, frozen=True):
    """The judge's scores of a task, both from 1 to 10."""

    solvability: float
    utility: float
    reason: str = ""

    def __post_init__(self) -> None:
        if not all(_LOWEST <= mark <= _HIGHEST for mark in (self.solvability, self.utility)):
            raise ValueError("marks go from 1 to 10")

    @property
    def passed(self) -> bool:
        return self.solvability >= SOLVABILITY and self.utility >= UTILITY
