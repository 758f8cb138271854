"""Select example tasks: solved by all runs, by none, or with the largest differences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

import msgspec

from m3bench.reports.study import Study

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
    flipped = [str(row.get("task")) for row in tables["flipped"].rows] if "flipped" in tables else []
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
        ("passed by only one run", [task_id for task_id in flipped if task_id in scores][:_FLIPPED]),
        ("hardest", _first({task_id: mean for task_id, mean in means.items() if mean < 1})),
        ("largest difference between runs", _largest(spreads)),
        ("easiest", _largest(means)),
    ):
        for task_id in ids:
            picked[task_id].append(reason)
    return picked


def _largest(values: Mapping[str, float]) -> list[str]:
    """Return the tasks with the largest values above 0."""
    return _first({task_id: -value for task_id, value in values.items() if value > 0})


def _first(keys: Mapping[str, float]) -> list[str]:
    return sorted(keys, key=lambda task_id: (keys[task_id], task_id))[:_EACH]
