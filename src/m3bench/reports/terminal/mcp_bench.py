"""A run's scores as MCP-Bench has them: rates, six dimensions, four axes, rounds and calls."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from math import fsum

import msgspec
from rich.console import Console

from m3bench.core import Task, Trajectory
from m3bench.judges import RubricScores
from m3bench.judges.kinds import BANDS, DIMENSIONS, band_of
from m3bench.reports.published_mcp_bench import JUDGED, MULTIPLE, RATES, SINGLE
from m3bench.reports.terminal.tables import plain_table
from m3bench.runs import JudgedRun, RunResult
from m3bench.scoring import recorded_rates

ALL = "all"
DIMENSION_OF = dict(zip(JUDGED, DIMENSIONS, strict=True))
"""The paper's columns, and the dimensions of the rubric."""
_TITLES = {ALL: "All", SINGLE: "One server", MULTIPLE: "Several servers"}


class McpBenchMeans(msgspec.Struct, frozen=True, kw_only=True):
    """Means over attempts. A value that is unknown for an attempt is left out of its mean."""

    attempts: int
    judged: int
    """Attempts with an overall score."""
    scores: dict[str, float | None]
    """The three rates and the six dimensions, by the paper's columns."""
    axes: dict[str, float | None]
    overall: float | None
    rounds: float | None
    calls: float | None
    bands: dict[str, tuple[int, ...]]
    """Attempts in each of the rubric's bands, by the paper's columns of dimensions."""


def setting_of(task: Task) -> str | None:
    """Return whether a task needs a single server or multiple ones; None if it does not say."""
    return (SINGLE if len(task.servers) == 1 else MULTIPLE) if task.servers else None


def mcp_bench_means(result: RunResult, judged: JudgedRun | None) -> dict[str, McpBenchMeans]:
    """Return the means over all attempts, and over those with one and with several servers.

    Args:
        result: The run.
        judged: What judges said of it, if anything.
    """
    rubric = judged.rubric if judged else {}
    groups: dict[str, _Sums] = defaultdict(_Sums)
    for task, trajectory in zip(result.tasks, result.trajectories, strict=True):
        for name in filter(None, (ALL, setting_of(task))):
            groups[name].add(trajectory, rubric.get(trajectory.task_id))
    return {name: groups[name].means() for name in (ALL, SINGLE, MULTIPLE) if name in groups}


class _Sums:
    """Collects the known values of attempts."""

    def __init__(self) -> None:
        self._attempts = 0
        self._scores: dict[str, list[float]] = defaultdict(list)
        self._axes: dict[str, list[float]] = defaultdict(list)
        self._overall: list[float] = []
        self._bands: dict[str, list[int]] = {name: [0] * len(BANDS) for name in JUDGED}
        self._rounds = self._calls = 0

    def add(self, trajectory: Trajectory, said: RubricScores | None) -> None:
        self._attempts += 1
        self._rounds += len(trajectory.steps)
        self._calls += trajectory.call_count
        _extend(self._scores, msgspec.structs.asdict(recorded_rates(trajectory)))
        if said is None:
            return
        scores = {name: said.dimensions[ours] for name, ours in DIMENSION_OF.items()}
        _extend(self._scores, scores)
        _extend(self._axes, said.axes)
        self._overall += [] if said.overall is None else [said.overall]
        for name, score in scores.items():
            if score is not None:
                self._bands[name][band_of(score)] += 1

    def means(self) -> McpBenchMeans:
        return McpBenchMeans(
            attempts=self._attempts,
            judged=len(self._overall),
            scores={name: mean(self._scores[name]) for name in (*RATES, *JUDGED)},
            axes={name: mean(axis) for name, axis in self._axes.items()},
            overall=mean(self._overall),
            rounds=self._rounds / self._attempts,
            calls=self._calls / self._attempts,
            bands={name: tuple(counts) for name, counts in self._bands.items()},
        )


def _extend(lists: dict[str, list[float]], values: Mapping[str, float | None]) -> None:
    for name, value in values.items():
        if value is not None:
            lists[name].append(value)


def mean(values: Iterable[float]) -> float | None:
    """Return the mean; None without values."""
    known = list(values)
    return fsum(known) / len(known) if known else None


def print_mcp_bench(console: Console, means: Mapping[str, McpBenchMeans]) -> None:
    """Print the scores over all attempts, with one and with several servers."""
    table = plain_table()
    table.add_column("MCP-Bench")
    for name in means:
        table.add_column(_TITLES[name], justify="right", no_wrap=True)
    columns = list(means.values())
    table.add_row("tasks", *(str(column.attempts) for column in columns))
    for name in (*RATES, *JUDGED):
        table.add_row(name.replace("_", " "), *(_shown(column.scores[name]) for column in columns))
    table.add_section()
    for name in columns[0].axes:
        table.add_row(name.replace("_", " "), *(_shown(column.axes.get(name)) for column in columns))
    table.add_row("overall score", *(_shown(column.overall) for column in columns))
    table.add_section()
    table.add_row("rounds", *(_shown(column.rounds, 1) for column in columns))
    table.add_row("tool calls", *(_shown(column.calls, 1) for column in columns))
    console.print(table)


def _shown(value: float | None, digits: int = 3) -> str:
    return "–" if value is None else f"{value:.{digits}f}"
