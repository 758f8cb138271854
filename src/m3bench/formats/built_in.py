"""The formats that ship with m3bench."""

from __future__ import annotations

from m3bench.formats import jsonl, mcp_bench, mcpverse, parquet
from m3bench.formats.atif import reader as atif_reader
from m3bench.formats.atif import writer as atif_writer
from m3bench.formats.inspect import log as inspect_log
from m3bench.formats.m3 import records as m3
from m3bench.formats.openai import chat as openai
from m3bench.formats.otel import reader as otel_reader
from m3bench.formats.otel import writer as otel_writer
from m3bench.formats.registry import Format

M3 = Format(
    name="m3",
    description="M³-Bench: JSON records with steps of calls; tasks, references or predictions",
    extensions=(".json", ".jsonl"),
    read_tasks=m3.read_tasks,
    read_trajectories=m3.read_trajectories,
    write_tasks=m3.write_tasks,
    write_trajectories=m3.write_trajectories,
    detect_kind=m3.kind_of,
)
MCP_BENCH = Format(
    name="mcp_bench",
    description="MCP-Bench: JSON tasks by combination of servers",
    extensions=(".json",),
    read_tasks=mcp_bench.read_tasks,
    write_tasks=mcp_bench.write_tasks,
)
MCPVERSE = Format(
    name="mcpverse",
    description="MCPVerse: CSV with one question a row",
    extensions=(".csv",),
    read_tasks=mcpverse.read_tasks,
    write_tasks=mcpverse.write_tasks,
)
OPENAI = Format(
    name="openai",
    description="OpenAI: chat messages with tool calls",
    extensions=(".json", ".jsonl"),
    read_trajectories=openai.read_trajectories,
    write_trajectories=openai.write_trajectories,
)
INSPECT = Format(
    name="inspect",
    description="Inspect: logs of evaluations, as JSON or as archives",
    extensions=(".json", ".eval"),
    read_trajectories=inspect_log.read_trajectories,
    write_trajectories=inspect_log.write_trajectories,
    write_collection=inspect_log.write_collection,
)
OTEL = Format(
    name="otel",
    description="OpenTelemetry: spans of agents, models and tools, as lines of OTLP JSON",
    extensions=(".jsonl", ".json"),
    read_trajectories=otel_reader.read_trajectories,
    write_trajectories=otel_writer.write_trajectories,
    write_collection=otel_writer.write_collection,
)
ATIF = Format(
    name="atif",
    description="ATIF: Harbor's trajectories, versions 1.0 to 1.8; one document, or one a line",
    extensions=(".json", ".jsonl"),
    read_trajectories=atif_reader.read_trajectories,
    write_trajectories=atif_writer.write_trajectories,
    write_collection=atif_writer.write_collection,
)
JSONL = Format(
    name="jsonl",
    description="m3bench's own: one record a line, with everything it has",
    extensions=(".jsonl",),
    read_tasks=jsonl.read_tasks,
    read_trajectories=jsonl.read_trajectories,
    write_tasks=jsonl.write_tasks,
    write_trajectories=jsonl.write_trajectories,
    detect_kind=jsonl.kind_of,
)
PARQUET = Format(
    name="parquet",
    description="Parquet: the records of jsonl in columns; needs the extra parquet",
    extensions=(".parquet",),
    read_tasks=parquet.read_tasks,
    read_trajectories=parquet.read_trajectories,
    write_tasks=parquet.write_tasks,
    write_trajectories=parquet.write_trajectories,
)
