"""Where workers run: processes of this machine, or a Ray cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from m3bench.core import UsageError
from m3bench.runs.distributed.processes import open_process
from m3bench.runs.distributed.ray_cluster import Cluster, connect, require_cluster
from m3bench.runs.distributed.ray_workers import RayWorker, open_actor
from m3bench.runs.distributed.worker_group import OpenLink
from m3bench.runs.engine_settings import EngineKind, EngineSettings
from m3bench.runs.settings import RunSettings, user_model


def require_engine(settings: EngineSettings, run: RunSettings) -> None:
    """Raise `UsageError` or `MissingExtraError` if the engine cannot make this run, before it exists."""
    if settings.kind is EngineKind.RAY and (run.record is not None or run.replay is not None):
        raise UsageError(
            "--record and --replay do not work with --engine ray: cassettes stay on one machine.",
            "Leave out --engine; --workers works.",
        )
    if user_model(run) is not None and not settings.is_this_process:
        raise UsageError(
            "A model as --user does not work with --workers or --engine ray.",
            "Leave them out, or use --user rules.",
        )
    require_workers(settings)


def require_workers(settings: EngineSettings) -> None:
    """Raise `UsageError` or `MissingExtraError` if workers cannot be started, before any work is done."""
    if settings.kind is EngineKind.RAY:
        require_cluster(settings.address)
    elif settings.address is not None:
        raise UsageError("--address is for --engine ray.", "Leave it out, or add --engine ray.")


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
