"""Telling formats apart by what is in the file."""

from __future__ import annotations

import csv
from pathlib import PurePath
from typing import Any

from m3bench.core import FormatError
from m3bench.formats import jsonl, mcpverse
from m3bench.formats.io import PathLike, Source, source_at, source_of
from m3bench.formats.registry import FORMATS


def detect(source: PathLike | list[Any] | dict[str, Any]) -> str:
    """The name of the format of a file, or of JSON data."""
    if isinstance(source, list | dict):
        return detected(source_of(source, "<input>"))
    return detected(source_at(source))


def detected(source: Source) -> str:
    if _is_csv(source):
        return "mcpverse"
    value = [source.first_line_value] if source.is_lines else source.value
    candidates = _candidates(value)
    if len(candidates) == 1:
        return candidates.pop()
    found = f"it may be {' or '.join(sorted(candidates))}" if candidates else "nothing known in it"
    error = FormatError(f"cannot tell the format: {found}", file=source.file)
    error.hint = f"Pass the format: one of {', '.join(FORMATS)}."
    raise error


def _is_csv(source: Source) -> bool:
    line = source.text.lstrip("\ufeff \r\n").partition("\n")[0]
    if line.startswith(("{", "[")):
        return False
    try:
        header = next(csv.reader([line]), [])
    except csv.Error:
        header = []
    known = sum(column in mcpverse.COLUMNS for column in header)
    named_so = PurePath(source.file).suffix.lower() == ".csv"
    return known > 1 or (named_so and bool(header))


def _candidates(value: Any) -> set[str]:
    if isinstance(value, dict):
        if "server_tasks" in value:
            return {"mcp_bench"}
        if "eval" in value and "version" in value:
            return {"inspect"}
        looks = _look(value)
        return {looks} if looks else _looks(list(value.values())) & {"m3"}
    return _looks(value) if isinstance(value, list) else set()


def _looks(records: list[Any]) -> set[str]:
    return {looks for looks in map(_look, records) if looks}


def _look(record: Any) -> str | None:
    """The format that a record looks like."""
    if not isinstance(record, dict):
        return None
    if jsonl.is_record(record):
        return "jsonl"
    if "resourceSpans" in record:
        return "otel"
    if "steps" in record:
        return "m3"
    if "messages" in record or "role" in record:
        return "openai"
    return "m3" if "question" in record or "prompt" in record else None
