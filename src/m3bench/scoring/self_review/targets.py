"""The files that a task is about: those that its checks name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from m3bench.core import Task

_FIELDS = ("path", "artefact")


def artefact_patterns(task: Task) -> tuple[str, ...]:
    """Return the paths and globs of the files that the checks of a task judge; empty if they judge none."""
    checks = task.extra.get("checks", [])
    return tuple(dict.fromkeys(_paths(checks) if isinstance(checks, list) else ()))


def _paths(checks: list[Any]) -> Iterator[str]:
    for check in checks:
        if isinstance(check, dict):
            yield from (check[name] for name in _FIELDS if isinstance(check.get(name), str))
