"""The description of a format."""

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
    """A file format: its name, and how it is read and written."""

    name: str
    description: str
    extensions: tuple[str, ...]
    read_tasks: Callable[[Source], Iterator[Task]] | None = None
    read_trajectories: Callable[[Source], Iterator[Trajectory]] | None = None
    write_tasks: Callable[[Iterable[Task], str], Iterator[bytes]] | None = None
    write_trajectories: Callable[[Iterable[Trajectory], str], Iterator[bytes]] | None = None
    write_collection: Callable[[Collection, str], Iterator[bytes]] | None = None
    """For formats that can hold scores and checks of attempts."""
    detect_kind: Callable[[Source], Kind] | None = None
    """Returns the kind of records in a file, for formats that can hold both."""

    @property
    def holds(self) -> tuple[Kind, ...]:
        if self.read_tasks is None:
            return ("trajectories",)
        return ("tasks",) if self.read_trajectories is None else ("tasks", "trajectories")
