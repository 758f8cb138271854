"""The random choices of tasks of `verse`."""

from __future__ import annotations

from m3bench_suites.builders.tasks import SuiteDraw


class TaskDraw(SuiteDraw):
    """The source of the random choices of a task of `verse`."""

    suite = "verse"
    first_picture = 2_000_000
