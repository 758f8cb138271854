"""The registry of formats."""

from __future__ import annotations

from typing import Any

from m3bench.core import BuiltIn, FormatError, Registry
from m3bench.formats.format import Format

_NAMES = ("m3", "mcp_bench", "mcpverse", "openai", "inspect", "otel", "atif", "jsonl", "parquet")


def _problem(name: str, value: Any) -> str | None:
    if not isinstance(value, Format):
        return "expected an m3bench.formats.Format"
    if value.name != name:
        return f"the format calls itself {value.name!r}; the names must be the same"
    if value.read_tasks is None and value.read_trajectories is None:
        return "the format reads neither tasks nor trajectories"
    return None


FORMATS: Registry[Format] = Registry(
    "format",
    {name: BuiltIn(f"m3bench.formats.built_in:{name.upper()}") for name in _NAMES},
    problem=_problem,
)
register_format = FORMATS.register


def format_named(name: str, file: str) -> Format:
    if name not in FORMATS:
        raise FormatError(f"unknown format {name!r}; known formats: {', '.join(FORMATS)}", file=file)
    return FORMATS[name]
