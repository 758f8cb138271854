"""What a format is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from m3bench.core import Task, Trajectory
from m3bench.formats.attempt_record import Collection
from m3bench.formats.io import Source

Kind: TypeAlias = Literal["tasks", "trajectories"]


@dataclass(frozen=True, kw_only=True)
class Format:
    """A format: what it is called, what it holds, and how it is read and written."""

    name: str
    description: str
    extensions: tuple[str, ...]
    read_tasks: Callable[[Source], Iterator[Task]] | None = None
    read_trajectories: Callable[[Source], Iterator[Trajectory]] | None = None
    write_tasks: Callable[[Iterable[Task], str], Iterator[bytes]] | None = None
    write_trajectories: Callable[[Iterable[Trajectory], str], Iterator[bytes]] | None = None
    write_collection: Callable[[Collection, str], Iterator[bytes]] | None = None
    """Where there is room for what is known of attempts beside their trajectories."""
    tell_kind: Callable[[Source], Kind] | None = None
    """Which kind a file holds, where the format can hold both."""

    @property
    def holds(self) -> tuple[Kind, ...]:
        if self.read_tasks is None:
            return ("trajectories",)
        return ("tasks",) if self.read_trajectories is None else ("tasks", "trajectories")
