"""`--workers`, `--engine` and `--address`, for every command that spreads its work."""

from __future__ import annotations

from typing import Annotated

from typer import Option

from m3bench.runs import EngineKind, EngineSettings

Workers = Annotated[int, Option(min=1, help="Number of processes that share the work.")]
Engine = Annotated[EngineKind, Option(help="Where workers run: local, or ray for a cluster.")]
Address = Annotated[
    str | None, Option(help="Address of a Ray cluster, or auto [default: a new one on this machine].")
]


def engine_settings(workers: int, engine: EngineKind, address: str | None) -> EngineSettings:
    """Return where the work is done. Raise if the options do not fit together, or there is no cluster."""
    settings = EngineSettings(workers=workers, kind=engine, address=address)
    if settings != EngineSettings():
        from m3bench.runs.distributed import require_workers  # noqa: PLC0415 - slow to import

        require_workers(settings)
    return settings
