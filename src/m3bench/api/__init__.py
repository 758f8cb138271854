"""The Python API: score predictions, run suites, read and score runs. Modules are imported on first use."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from m3bench.api.running import (
        load_run,
        load_run_async,
        load_suite,
        load_suite_async,
        resume,
        resume_async,
        run,
        run_async,
        score_run,
        score_run_async,
    )
    from m3bench.api.scoring import score, score_many

__all__ = [
    "load_run",
    "load_run_async",
    "load_suite",
    "load_suite_async",
    "resume",
    "resume_async",
    "run",
    "run_async",
    "score",
    "score_many",
    "score_run",
    "score_run_async",
]


def __getattr__(name: str) -> Any:
    """Import the module of a name: scoring alone needs no models, agents or servers."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = "scoring" if name in ("score", "score_many") else "running"
    return getattr(import_module(f"m3bench.api.{home}"), name)
