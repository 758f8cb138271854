"""Conversions between JSON, CSV, YAML, TOML and Markdown tables."""

from __future__ import annotations

import csv
import io
import json
from typing import Annotated, Any, Literal

from m3bench.servers.kit import Answer, BadArgument, about
from m3bench.workers import DocumentError, parse_structured
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.text.documents import markdown_table
from m3bench_world.servers.tobench.text.server import Output, Path, Text, given, result, server

MOST_DATA = 500_000
MOST_COLUMNS = 200
_DEEPEST = 100


@server.tool(read_only=False)
def convert_data(
    context: ToolContext,
    source_format: Annotated[
        Literal["json", "jsonl", "csv", "tsv", "yaml", "toml"], about("Format of the text.")
    ],
    target_format: Annotated[
        Literal["json", "jsonl", "csv", "tsv", "yaml", "markdown"], about("Format of the result.")
    ],
    text: Text = None,
    path: Path = None,
    output_path: Output = None,
) -> Answer:
    """Convert data between JSON, JSON lines, CSV, TSV, YAML, TOML and Markdown tables. CSV, TSV, JSON lines
    and Markdown tables need a list of records; cells of CSV stay texts. Up to 500,000 characters."""
    source = given(context, text, path)
    if len(source) > MOST_DATA:
        raise BadArgument("text", f"it has {len(source):,} characters; the maximum is {MOST_DATA:,}")
    value = _read(source, source_format)
    _require_flat(value, 0)
    rows = {"records": len(value)} if isinstance(value, list) else {}
    return result(context, _written(value, target_format), output_path, **rows)


def _read(text: str, kind: str) -> Any:
    try:
        if kind == "json":
            return json.loads(text)
        if kind == "jsonl":
            return [json.loads(line) for line in text.split("\n") if line.strip()]
        if kind in ("csv", "tsv"):
            return _read_table(text, "," if kind == "csv" else "\t")
        return parse_structured(text, kind)
    except (ValueError, RecursionError, csv.Error, DocumentError) as problem:
        why = " ".join(str(problem).split())[:200]
        raise BadArgument("text", f"it is not valid {kind.upper()}: {why}") from None


def _read_table(text: str, delimiter: str) -> list[dict[str, str]]:
    rows = [row for row in csv.reader(io.StringIO(text), delimiter=delimiter) if row]
    if not rows:
        return []
    head = rows[0]
    if len(head) > MOST_COLUMNS or len(set(head)) != len(head):
        raise ValueError(f"the first row must be different headings, at most {MOST_COLUMNS}")
    if any(len(row) > len(head) for row in rows):
        raise ValueError("a row has more cells than the first one")
    return [dict(zip(head, row + [""] * (len(head) - len(row)), strict=True)) for row in rows[1:]]


def _require_flat(value: Any, depth: int) -> None:
    if depth > _DEEPEST:
        raise BadArgument("text", "it is nested too deeply")
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _require_flat(part, depth + 1)


def _written(value: Any, kind: str) -> str:
    if kind == "json":
        return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
    if kind == "yaml":
        import yaml  # noqa: PLC0415 - not needed by other tools

        return str(yaml.safe_dump(value, allow_unicode=True, sort_keys=False))
    if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
        raise BadArgument("target_format", f"{kind} needs a list of records")
    if kind == "jsonl":
        return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in value)
    return _table(value, kind)


def _table(rows: list[dict[str, Any]], kind: str) -> str:
    head = list(dict.fromkeys(name for row in rows for name in row))
    if len(head) > MOST_COLUMNS:
        raise BadArgument("target_format", f"there are more than {MOST_COLUMNS} different keys")
    if len(head) * len(rows) > MOST_DATA:
        raise BadArgument("target_format", "the table would be too large")
    cells = [head, *([_cell(row.get(name)) for name in head] for row in rows)]
    if kind == "markdown":
        return markdown_table(cells, "l" * len(head)) if head else ""
    out = io.StringIO()
    csv.writer(out, delimiter="," if kind == "csv" else "\t", lineterminator="\n").writerows(cells)
    return out.getvalue()


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool | dict | list):
        return json.dumps(value, ensure_ascii=False)
    return str(value)
