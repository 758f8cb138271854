"""m3bench: measures how well multimodal agents use tools over the Model Context Protocol.

Examples:
    >>> import m3bench
    >>> result = m3bench.score(prediction, references)  # doctest: +SKIP
    >>> result.metrics.recall  # doctest: +SKIP
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    __version__: str
    from m3bench.api import score, score_many
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
    )
    from m3bench.formats import read_tasks, read_trajectories
    from m3bench.scoring import Metrics, Profile, ScoreReport, TaskScore

_HOMES = {
    "m3bench.api": ("score", "score_many"),
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
    ),
    "m3bench.formats": ("read_tasks", "read_trajectories"),
    "m3bench.scoring": ("Metrics", "Profile", "ScoreReport", "TaskScore"),
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
    "ScoreReport",
    "Status",
    "Step",
    "Task",
    "TaskScore",
    "Trajectory",
    "Usage",
    "read_tasks",
    "read_trajectories",
    "score",
    "score_many",
]


def __getattr__(name: str) -> Any:
    """Public names are loaded when asked for: `import m3bench` stays quick."""
    if name == "__version__":
        return import_module("importlib.metadata").version("m3bench")
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
