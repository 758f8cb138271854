"""The formats there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from m3bench.core import FormatError, Task, Trajectory
from m3bench.formats import jsonl, mcp_bench, mcpverse
from m3bench.formats.attempt_record import Collection
from m3bench.formats.inspect import log as inspect_log
from m3bench.formats.io import Source
from m3bench.formats.m3 import records as m3
from m3bench.formats.openai import chat as openai
from m3bench.formats.otel import otlp as otel

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


FORMATS: dict[str, Format] = {
    known.name: known
    for known in (
        Format(
            name="m3",
            description="M³-Bench: JSON records with steps of calls; tasks, references or predictions",
            extensions=(".json", ".jsonl"),
            read_tasks=m3.read_tasks,
            read_trajectories=m3.read_trajectories,
            write_tasks=m3.write_tasks,
            write_trajectories=m3.write_trajectories,
            tell_kind=m3.kind_of,
        ),
        Format(
            name="mcp_bench",
            description="MCP-Bench: JSON tasks by combination of servers",
            extensions=(".json",),
            read_tasks=mcp_bench.read_tasks,
            write_tasks=mcp_bench.write_tasks,
        ),
        Format(
            name="mcpverse",
            description="MCPVerse: CSV with one question a row",
            extensions=(".csv",),
            read_tasks=mcpverse.read_tasks,
            write_tasks=mcpverse.write_tasks,
        ),
        Format(
            name="openai",
            description="OpenAI: chat messages with tool calls",
            extensions=(".json", ".jsonl"),
            read_trajectories=openai.read_trajectories,
            write_trajectories=openai.write_trajectories,
        ),
        Format(
            name="inspect",
            description="Inspect: logs of evaluations, as JSON or as archives",
            extensions=(".json", ".eval"),
            read_trajectories=inspect_log.read_trajectories,
            write_trajectories=inspect_log.write_trajectories,
            write_collection=inspect_log.write_collection,
        ),
        Format(
            name="otel",
            description="OpenTelemetry: spans of agents, models and tools, as lines of OTLP JSON",
            extensions=(".jsonl", ".json"),
            read_trajectories=otel.read_trajectories,
            write_trajectories=otel.write_trajectories,
            write_collection=otel.write_collection,
        ),
        Format(
            name="jsonl",
            description="m3bench's own: one record a line, with everything it has",
            extensions=(".jsonl",),
            read_tasks=jsonl.read_tasks,
            read_trajectories=jsonl.read_trajectories,
            write_tasks=jsonl.write_tasks,
            write_trajectories=jsonl.write_trajectories,
            tell_kind=jsonl.kind_of,
        ),
    )
}


def format_named(name: str, file: str) -> Format:
    if name not in FORMATS:
        raise FormatError(f"unknown format {name!r}; there are {', '.join(FORMATS)}", file=file)
    return FORMATS[name]
