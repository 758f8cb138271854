"""Families: tasks of one kind, drawn from a world and a number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from m3bench.suites import Blueprint
from m3bench_suites.builders.tasks.draw import SuiteDraw
from m3bench_suites.builders.tasks.wording import Wording, wording_of


class Drawn(Protocol):
    """A drawn task, without its words: a `TaskSpec`, or an object that makes one."""

    def blueprint(self, draw: SuiteDraw, family: Family, wording: Wording) -> Blueprint: ...


Maker = Callable[[Any], Drawn]
"""Draws a task. The table of its name in the TOML file beside its module words the task."""


class Family(msgspec.Struct, frozen=True, kw_only=True):
    """The tasks of a family, and what they have in common."""

    number: int
    """Unique in the suite. Pictures of tasks depend on it."""
    name: str
    """The name in task ids and of the module, such as `air_quality`."""
    title: str
    goal: str = ""
    """What the tasks ask for, in one sentence."""
    tasks: tuple[Maker, ...]
    """They take turns, so that the tasks of a family ask for different things."""
    servers: tuple[str, ...] = ()
    level: str | None = None
    kind: str | None = None
    modalities: tuple[str, ...] = ()
    time_sensitive: bool | None = None

    def occurrence(self, number: int) -> int:
        """Return how many earlier tasks of the family have the maker of the task with this number."""
        makers = self.tasks or (None,)
        rounds, place = divmod(number, len(makers))
        return rounds * makers.count(makers[place]) + makers[:place].count(makers[place])

    def make(self, draw: SuiteDraw) -> Blueprint:
        """Return the task of a draw. Its plans are not executed yet."""
        return self.make_one(self.tasks[draw.number % len(self.tasks)], draw)

    def make_one(self, maker: Maker, draw: SuiteDraw) -> Blueprint:
        """Return the task that a maker draws, whosever turn it is."""
        return maker(draw).blueprint(draw, self, wording_of(maker))
