"""Families: generators of tasks from a world and a number."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from m3bench.suites import Blueprint
from m3bench_suites.builders.tasks import ScenePicture, SuiteDraw

__all__ = ["Family", "ScenePicture", "TaskDraw"]


class Family(msgspec.Struct, frozen=True, kw_only=True):
    """One of the 28 families, with its number and title in section 6.1 of the paper."""

    number: int
    name: str
    """The name in task ids, such as `items_price`."""
    title: str
    goal: str
    """What the tasks ask for, in one sentence."""
    make: Callable[[TaskDraw], Blueprint]


class TaskDraw(SuiteDraw):
    """The source of the random choices of a task of `m3`."""

    suite = "m3"
    first_picture = 1000
