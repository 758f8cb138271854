"""Families of `cross`: generators of long tasks on one to four of MCP-Bench's servers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from m3bench_suites.builders.tasks import Family, Maker, SuiteDraw

_Item = TypeVar("_Item")


class TaskDraw(SuiteDraw):
    """The source of the random choices of a task of `cross`."""

    suite = "cross"
    first_picture = 3_000_000

    def turn(self, items: Sequence[_Item], *name: object) -> _Item:
        """Return the item whose turn it is. Tasks of a kind get different ones while there are enough."""
        order = sorted(
            range(len(items)),
            key=lambda index: self.world.chance.bits(self.suite, self.family.name, *name, index),
        )
        return items[order[self.occurrence % len(items)]]


def cross_family(
    number: int, name: str, title: str, servers: tuple[str, ...], tasks: tuple[Maker, ...]
) -> Family:
    """Return a family whose tasks are all on the same servers, given under MCP-Bench's names."""
    return Family(
        number=number,
        name=name,
        title=title,
        servers=servers,
        tasks=tasks,
        level="L3" if len(servers) > 1 else "L2",
        kind="retrieval",
        modalities=("text",),
    )
