"""Whether a task is worth keeping: solvability and utility, judged by a model."""

from __future__ import annotations

import msgspec

from m3bench.forge.tasks.asking import Asker

SOLVABILITY = 9.0
UTILITY = 5.0
"""The marks from which a task is kept, as in MCP-Bench."""
_LOWEST, _HIGHEST = 1.0, 10.0


class Marks(msgspec.Struct, frozen=True):
    """What the judge says of a task, both from 1 to 10."""

    solvability: float
    utility: float
    reason: str = ""

    def __post_init__(self) -> None:
        if not all(_LOWEST <= mark <= _HIGHEST for mark in (self.solvability, self.utility)):
            raise ValueError("marks go from 1 to 10")

    @property
    def passed(self) -> bool:
        return self.solvability >= SOLVABILITY and self.utility >= UTILITY


async def judged(asker: Asker, request: str, chain: str) -> Marks | None:
    """The marks of a task; None where nothing readable came back, also after asking again."""
    return await asker.answer(asker.begin("filter", {"request": request, "chain": chain}), Marks)
