"""Formats: what each reads and writes, and the registry of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from m3bench.core import BuiltIn, FormatError, Registry, Task, Trajectory
from m3bench.formats.attempt_record import Collection
from m3bench.formats.io import Source

Kind: TypeAlias = Literal["tasks", "trajectories"]
_NAMES = ("m3", "mcp_bench", "mcpverse", "openai", "inspect", "otel", "atif", "jsonl", "parquet")


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


def _problem(name: str, value: Any) -> str | None:
    if not isinstance(value, Format):
        return "expected an m3bench.formats.Format"
    if value.name != name:
        return f"the format calls itself {value.name!r}; the names must be the same"
    if value.read_tasks is None and value.read_trajectories is None:
        return "the format reads neither tasks nor trajectories"
    return None


FORMATS: Registry[Format] = Registry(
    "format", {name: BuiltIn(f"m3bench.formats.built_in:{name.upper()}") for name in _NAMES}, problem=_problem
)
register_format = FORMATS.register


def format_named(name: str, file: str) -> Format:
    if name not in FORMATS:
        raise FormatError(f"unknown format {name!r}; known formats: {', '.join(FORMATS)}", file=file)
    return FORMATS[name]
