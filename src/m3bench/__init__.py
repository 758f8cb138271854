"""m3bench: measure how well multimodal agents use tools over the Model Context Protocol.

Examples:
    >>> import m3bench
    >>> result = m3bench.run("smoke", "reference", out="runs/first")  # doctest: +SKIP
    >>> scored = m3bench.score_run(result.path)  # doctest: +SKIP
    >>> scored.report.total.metrics.recall  # doctest: +SKIP
"""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    __version__: str
    from m3bench.agents import register_agent
    from m3bench.api import (
        load_run,
        load_run_async,
        load_suite,
        load_suite_async,
        resume,
        resume_async,
        run,
        run_async,
        score,
        score_many,
        score_run,
        score_run_async,
    )
    from m3bench.checks import register_check
    from m3bench.core import (
        Call,
        FormatError,
        M3BenchError,
        Outcome,
        Reference,
        Result,
        Status,
        Step,
        Task,
        Trajectory,
        Usage,
        UsageError,
    )
    from m3bench.encoders import register_encoder
    from m3bench.formats import read_tasks, read_trajectories, register_format
    from m3bench.models import register_model
    from m3bench.runs import RunLimits, RunResult, ScoredRun
    from m3bench.scoring import Metrics, Profile, ScoreReport, TaskScore
    from m3bench.servers import register_server
    from m3bench.suites import register_suite

_HOMES = {
    "m3bench.agents": ("register_agent",),
    "m3bench.api": (
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
    ),
    "m3bench.checks": ("register_check",),
    "m3bench.core": (
        "Call",
        "FormatError",
        "M3BenchError",
        "Outcome",
        "Reference",
        "Result",
        "Status",
        "Step",
        "Task",
        "Trajectory",
        "Usage",
        "UsageError",
    ),
    "m3bench.encoders": ("register_encoder",),
    "m3bench.formats": ("read_tasks", "read_trajectories", "register_format"),
    "m3bench.models": ("register_model",),
    "m3bench.runs": ("RunLimits", "RunResult", "ScoredRun"),
    "m3bench.scoring": ("Metrics", "Profile", "ScoreReport", "TaskScore"),
    "m3bench.servers": ("register_server",),
    "m3bench.suites": ("register_suite",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Call",
    "FormatError",
    "M3BenchError",
    "Metrics",
    "Outcome",
    "Profile",
    "Reference",
    "Result",
    "RunLimits",
    "RunResult",
    "ScoreReport",
    "ScoredRun",
    "Status",
    "Step",
    "Task",
    "TaskScore",
    "Trajectory",
    "Usage",
    "UsageError",
    "load_run",
    "load_run_async",
    "load_suite",
    "load_suite_async",
    "read_tasks",
    "read_trajectories",
    "register_agent",
    "register_check",
    "register_encoder",
    "register_format",
    "register_model",
    "register_server",
    "register_suite",
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
    """Import public names on first use, so that `import m3bench` is fast."""
    if name == "__version__":
        return import_module("importlib.metadata").version("m3bench")
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(_imported(_HOME_OF[name]), name)


def _imported(home: str) -> ModuleType:
    try:
        return import_module(home)
    except ModuleNotFoundError as error:
        from m3bench.core import missing_extra  # noqa: PLC0415 - rarely needed

        raise missing_extra(error) or error from None


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
