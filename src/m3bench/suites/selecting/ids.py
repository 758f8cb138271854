"""Tasks by their ids, or by patterns such as ``m3/museum/*``."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase

from m3bench.core import Task, UsageError
from m3bench.core.text import did_you_mean


def tasks_by_id(name: str, tasks: Sequence[Task], patterns: Sequence[str]) -> list[Task]:
    """Return the tasks with these ids, in the order of the suite. In a pattern, ``*`` matches anything.

    Args:
        name: The suite, for messages.
        tasks: Its tasks.
        patterns: Ids or patterns; without any, all tasks are returned.

    Raises:
        UsageError: There is no such task.
    """
    if not patterns:
        return list(tasks)
    ids = [task.id for task in tasks]
    wanted = {id_ for pattern in patterns for id_ in _matching(name, ids, pattern)}
    return [task for task in tasks if task.id in wanted]


def _matching(name: str, ids: Sequence[str], pattern: str) -> list[str]:
    matching = [pattern] if pattern in ids else [id_ for id_ in ids if fnmatchcase(id_, pattern)]
    if not matching:
        otherwise = f"Its ids look like {ids[0]}; quote a pattern, such as '{ids[0][:1]}*'." if ids else ""
        raise UsageError(f"{name} has no task {pattern!r}.", did_you_mean(pattern, ids, otherwise))
    return matching
