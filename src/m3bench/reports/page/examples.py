"""Select example tasks: solved by all runs, by none, or with the largest differences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

import msgspec

from m3bench.reports.study import Cell, Study

_EACH = 3
_FLIPPED = 6
_MOST = 20_000
"""Examples are selected among so many tasks, so that memory does not grow with a run."""


class ExampleTask(msgspec.Struct, frozen=True, kw_only=True):
    """A task with the reasons for showing it, and each run's score."""

    id: str
    family: str
    reasons: tuple[str, ...]
    scores: tuple[tuple[str, float], ...]
    """Runs with their mean of six, best first."""


def example_tasks(study: Study) -> list[ExampleTask]:
    """Select tasks from the table of tasks, each once."""
    tables = study.tables()
    if "tasks" not in tables:
        return []
    scores: dict[str, dict[str, float]] = defaultdict(dict)
    families: dict[str, str] = {}
    flipped = _flipped(study)
    always = set(flipped[:_FLIPPED])
    for row in tables["tasks"].rows:
        average, task_id = row.get("average"), str(row["id"])
        has_room = task_id in scores or len(scores) < _MOST or task_id in always
        if isinstance(average, (int, float)) and has_room:
            scores[task_id][str(row["run"])] = float(average)
            families[task_id] = str(row.get("family") or "")
    reasons = _reasons(scores, flipped)
    return [
        ExampleTask(
            id=task_id,
            family=families[task_id],
            reasons=tuple(reason),
            scores=tuple(sorted(scores[task_id].items(), key=lambda item: (-item[1], item[0]))),
        )
        for task_id, reason in reasons.items()
    ]


def _reasons(scores: Mapping[str, Mapping[str, float]], flipped: list[str]) -> dict[str, list[str]]:
    means = {task_id: sum(score.values()) / len(score) for task_id, score in scores.items()}
    spreads = {task_id: max(score.values()) - min(score.values()) for task_id, score in scores.items()}
    picked: dict[str, list[str]] = defaultdict(list)
    for reason, ids in (
        ("passed by only one run", [one for one in flipped if one in scores][:_FLIPPED]),
        ("hardest", _first(means, (task_id for task_id in means if means[task_id] < 1))),
        (
            "largest difference between runs",
            _first({spread: -spreads[spread] for spread in spreads}, _above_zero(spreads)),
        ),
        ("easiest", _first({mean: -means[mean] for mean in means}, _above_zero(means))),
    ):
        for task_id in ids:
            picked[task_id].append(reason)
    return picked


def _above_zero(values: Mapping[str, float]) -> list[str]:
    return [task_id for task_id, value in values.items() if value > 0]


def _first(keys: Mapping[str, float], among: Iterable[str]) -> list[str]:
    return sorted(among, key=lambda task_id: (keys[task_id], task_id))[:_EACH]


def _flipped(study: Study) -> list[str]:
    table = study.tables().get("flipped")
    rows: Iterable[Mapping[str, Cell]] = table.rows if table else ()
    return [str(row.get("task")) for row in rows]
