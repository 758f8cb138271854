"""Filtering tasks by solvability and utility, as judged by a model."""

from __future__ import annotations

import msgspec

from m3bench.forge.tasks.questions import TaskWriter

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


async def ask_marks(asker: TaskWriter, request: str, chain: str) -> Marks | None:
    """Return the scores of a task; None if the replies are unreadable."""
    return await asker.answer(asker.begin("filter", {"request": request, "chain": chain}), Marks)
