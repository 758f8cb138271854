"""Families of `cross`: generators of long tasks on one to four of MCP-Bench's servers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from m3bench.suites import Blueprint
from m3bench_suites.builders.task_draw import SuiteDraw

_Item = TypeVar("_Item")


class TaskDraw(SuiteDraw):
    """The source of the random choices of a task of `cross`."""

    suite = "cross"
    first_picture = 3_000_000

    def turn(self, items: Sequence[_Item], *name: object) -> _Item:
        """Return the item whose turn it is. Tasks of a family get different ones while there are enough."""
        order = sorted(
            range(len(items)),
            key=lambda place: self.world.chance.bits(self.suite, self.family.name, *name, place),
        )
        return items[order[self.number % len(items)]]


Maker = Callable[[TaskDraw], Blueprint]


class CrossFamily(msgspec.Struct, frozen=True, kw_only=True):
    """Tasks on the same servers."""

    number: int
    """Unique in the suite."""
    name: str
    """The name in task ids and of the module, such as `maps_weather`."""
    title: str
    servers: tuple[str, ...]
    """The servers of each task, under MCP-Bench's names."""
    makers: tuple[Maker, ...]
    """What makes the tasks. They take turns, so that the tasks of a family ask for different things."""

    @property
    def make(self) -> Maker:
        return lambda draw: self.makers[draw.number % len(self.makers)](draw)
