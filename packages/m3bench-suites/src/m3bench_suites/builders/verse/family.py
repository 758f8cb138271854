"""Families of `verse`: generators of tasks from a world and a number."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from m3bench.suites import Blueprint
from m3bench_suites.builders.tasks import SuiteDraw

LEVELS = ("L1", "L2", "L3")
"""L1: one tool, one or two steps. L2: about five steps. L3: more, on several servers."""


class VerseFamily(msgspec.Struct, frozen=True, kw_only=True):
    """Tasks of one kind, on the same servers or the same kind of file."""

    number: int
    """Unique in the suite. Pictures of tasks depend on it."""
    name: str
    """The name in task ids and of the module, such as `stock_prices`."""
    title: str
    goal: str
    """What the tasks ask for, in one sentence."""
    make: Callable[[TaskDraw], Blueprint]


class TaskDraw(SuiteDraw):
    """The source of the random choices of a task of `verse`."""

    suite = "verse"
    first_picture = 2_000_000

    def level(self, *sizes: int) -> str:
        """Return the level of the task, if a family has so many tasks of L1, L2 and L3, in this order."""
        place = self.number % sum(sizes)
        for level, size in zip(LEVELS, sizes, strict=True):
            if place < size:
                return level
            place -= size
        raise AssertionError(sizes)
