"""Workers of a command that is not `run`: rechecks, replays, suites and the like."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from m3bench.hosting import unwrap_group
from m3bench.runs.distributed.engines import open_engine
from m3bench.runs.distributed.ray_workers import name_ray_logs
from m3bench.runs.distributed.worker import Answer, Program
from m3bench.runs.distributed.worker_group import WorkerGroup
from m3bench.runs.engine_settings import EngineKind, EngineSettings

_LAST_LINES = 10
_ADVICE = "Run the same again, if need be with fewer workers."


@asynccontextmanager
async def open_workers(
    engine: EngineSettings,
    program: Program,
    *,
    at_once: int = 1,
    answer: Answer | None = None,
    take_note: Callable[[Any], None] = lambda _: None,
    say: Callable[[str], None] = lambda _: None,
) -> AsyncIterator[WorkerGroup]:
    """Start workers that run a program; they are stopped at the end.

    Args:
        engine: How many there are, and where.
        program: What they run.
        at_once: The most requests that one worker gets at a time.
        answer: Answers requests of the workers, if they make any.
        take_note: Takes their notes.
        say: Is told what a person should know, such as the death of a worker.

    Raises:
        M3BenchError: Workers cannot be started, or die again and again.
    """
    with (
        TemporaryDirectory(prefix="m3bench-logs-") as logs,
        open_engine(engine, Path(logs), say) as open_link,
    ):
        explain = name_ray_logs if engine.kind is EngineKind.RAY else partial(_explain_process, Path(logs))
        group = WorkerGroup(
            open_link, program, capacity=at_once,
            answer=answer, take_note=take_note, say=say, explain=explain,
        )  # fmt: skip
        try:
            async with group.opened(engine.workers):
                yield group
        except ExceptionGroup as errors:
            raise unwrap_group(errors) from None


def _explain_process(logs: Path, number: int) -> str:
    """Quote the log of the worker: it is removed at the end of the command."""
    log = logs / f"worker-{number}.log"
    printed = log.read_text("utf-8", errors="replace").strip().splitlines() if log.exists() else []
    if not printed:
        return f"The last one printed nothing: the machine may have run out of memory. {_ADVICE}"
    return "\n".join(["The last one printed:", *printed[-_LAST_LINES:], _ADVICE])
