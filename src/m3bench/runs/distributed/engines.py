"""Where workers run: processes of this machine, or a Ray cluster."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from m3bench.core import UsageError
from m3bench.hosting import unwrap_group
from m3bench.runs.distributed.processes import open_process
from m3bench.runs.distributed.ray_cluster import Cluster, connect, require_cluster
from m3bench.runs.distributed.ray_workers import RayWorker, name_ray_logs, open_actor
from m3bench.runs.distributed.worker import Answer, Program
from m3bench.runs.distributed.worker_group import OpenLink, WorkerGroup
from m3bench.runs.engine_settings import EngineKind, EngineSettings
from m3bench.runs.settings import RunSettings, user_model

_LAST_LINES = 10
_ADVICE = "Run the same again, if need be with fewer workers."


def require_engine(settings: EngineSettings, run: RunSettings) -> None:
    """Raise `UsageError` or `MissingExtraError` if the engine cannot make this run, before it exists."""
    if settings.kind is EngineKind.RAY and (run.record is not None or run.replay is not None):
        raise UsageError(
            "--record and --replay do not work with --ray: cassettes stay on one machine.",
            "Leave out --ray; --workers works.",
        )
    if user_model(run) is not None and not settings.is_this_process:
        raise UsageError(
            "A model as --user does not work with --workers or --ray.",
            "Leave them out, or use --user rules.",
        )
    require_workers(settings)


def require_workers(settings: EngineSettings) -> None:
    """Raise `UsageError` or `MissingExtraError` if workers cannot be started, before any work is done."""
    if settings.kind is EngineKind.RAY:
        require_cluster(settings.address)
    elif settings.address is not None:
        raise UsageError("An address is for the engine ray.", "Leave it out, or choose the engine ray.")


@contextmanager
def open_engine(
    settings: EngineSettings, logs: Path, say: Callable[[str], None] = lambda _: None
) -> Iterator[OpenLink]:
    """Yield what starts workers.

    Args:
        settings: The engine.
        logs: The folder for logs of worker processes.
        say: Is told what a person should know.

    Raises:
        UsageError: There is no cluster at the address, or it refuses.
        MissingExtraError: Ray is not installed.
    """
    if settings.kind is EngineKind.LOCAL:
        yield partial(open_process, logs=logs)
        return
    with connect(settings.address, settings.workers) as ray:
        yield partial(open_actor, cluster=Cluster(ray, RayWorker, say))


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
