"""Detection of the format from the content of a file."""

from __future__ import annotations

import csv
from pathlib import Path, PurePath
from typing import Any

from m3bench.core import FormatError
from m3bench.formats import jsonl, mcpverse
from m3bench.formats.io import PathLike, Source, source_at, source_of
from m3bench.formats.parquet import is_parquet
from m3bench.formats.registry import FORMATS

PARQUET = "parquet"


def detect(source: PathLike | list[Any] | dict[str, Any]) -> str:
    """Return the name of the format of a file or of JSON data."""
    if isinstance(source, list | dict):
        return detect_source(source_of(source, "<input>"))
    return PARQUET if is_parquet(Path(source)) else detect_source(source_at(source))


def detect_source(source: Source) -> str:
    if _is_csv(source):
        return "mcpverse"
    value = [source.first_line_value] if source.is_lines else source.value
    candidates = _candidates(value)
    if len(candidates) == 1:
        return candidates.pop()
    reason = f"it may be {' or '.join(sorted(candidates))}" if candidates else "no known keys"
    error = FormatError(f"cannot detect the format: {reason}", file=source.file)
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
    has_csv_suffix = PurePath(source.file).suffix.lower() == ".csv"
    return known > 1 or (has_csv_suffix and bool(header))


def _candidates(value: Any) -> set[str]:
    if isinstance(value, dict):
        if "server_tasks" in value:
            return {"mcp_bench"}
        if "eval" in value and "version" in value:
            return {"inspect"}
        name = _format_of_record(value)
        return {name} if name else _formats_of_records(list(value.values())) & {"m3"}
    return _formats_of_records(value) if isinstance(value, list) else set()


def _formats_of_records(records: list[Any]) -> set[str]:
    return {name for name in map(_format_of_record, records) if name}


def _format_of_record(record: Any) -> str | None:
    """Return the format that a record seems to have, or None."""
    if not isinstance(record, dict):
        return None
    if jsonl.is_record(record):
        return "jsonl"
    if "resourceSpans" in record:
        return "otel"
    if "steps" in record:
        return "atif" if str(record.get("schema_version", "")).startswith("ATIF-") else "m3"
    if "messages" in record or "role" in record:
        return "openai"
    return "m3" if "question" in record or "prompt" in record else None
