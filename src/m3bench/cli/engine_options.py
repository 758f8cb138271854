"""`--workers` and `--ray`, for every command that spreads its work."""

from __future__ import annotations

from typing import Annotated

from typer import Option

from m3bench.runs import EngineKind, EngineSettings

Workers = Annotated[int, Option(min=1, help="Number of processes that share the work.")]
Ray = Annotated[
    str | None,
    Option(metavar="ADDRESS", help="Run on a Ray cluster: its address, auto, or new for one made here."),
]
_NEW_CLUSTER = "new"


def engine_settings(workers: int, ray: str | None = None) -> EngineSettings:
    """Return where the work is done. Raise if the options do not fit together, or there is no cluster."""
    kind = EngineKind.LOCAL if ray is None else EngineKind.RAY
    settings = EngineSettings(workers=workers, kind=kind, address=None if ray == _NEW_CLUSTER else ray)
    if settings != EngineSettings():
        from m3bench.runs.distributed import require_workers  # noqa: PLC0415 - slow to import

        require_workers(settings)
    return settings
