"""The files that a task is about: those that its checks name."""

from __future__ import annotations

from m3bench.core import Task

_FIELDS = ("path", "artefact")


def artefact_patterns(task: Task) -> tuple[str, ...]:
    """Return the paths and globs of the files that the checks of a task judge; empty if they judge none."""
    named = (check.get(name) for check in task.checks for name in _FIELDS)
    return tuple(dict.fromkeys(path for path in named if isinstance(path, str)))
