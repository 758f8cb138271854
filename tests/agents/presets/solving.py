"""Let a preset work on a small task."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anyio

from m3bench.agents import Attempt, Confinement, Ending, confine, make_agent
from m3bench.core import Task
from m3bench.hosting import Toolbox
from m3bench.runs import BundledHost
from m3bench_world import World
from tests.agents.workplace import run

TASK = Task(id="t1", family="sums", request="What is 2 + 3? Ask @bob.", servers=("math",))


def solve(
    agent: str, folder: Path, seconds: float = 30, **rules: Any
) -> tuple[Ending | None, Attempt, dict[str, bytes]]:
    """The ending (None after a time-out), the attempt, and what was kept."""
    kept: dict[str, bytes] = {}

    def keep(data: bytes, _: str) -> str:
        kept[str(len(kept))] = data
        return str(len(kept) - 1)

    async def work() -> tuple[Ending | None, Attempt]:
        toolbox = await Toolbox.mount(BundledHost(("math",), World(7), folder), keep=keep)
        attempt, ending = Attempt(TASK, toolbox, folder), None
        with anyio.move_on_after(seconds):
            ending = await confine(make_agent(agent), Confinement(sandbox=False, **rules)).solve(attempt)
        return ending, attempt

    ending, attempt = run(work)
    return ending, attempt, kept
