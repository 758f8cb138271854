"""Tasks that have a reference to score against."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.core import Task, UsageError

_MOST_IDS = 5


def require_references(tasks: Sequence[Task], hint: str, *, where: str = "") -> None:
    """Raise `UsageError` if a task has no reference to score against."""
    without = [task.id for task in tasks if not task.references]
    if without:
        more = f" and {len(without) - _MOST_IDS} more" if len(without) > _MOST_IDS else ""
        raise UsageError(
            f"{where}{len(without)} of {len(tasks)} tasks have no reference trajectory: "
            f"{', '.join(without[:_MOST_IDS])}{more}.",
            hint,
        )
