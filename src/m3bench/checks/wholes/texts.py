"""The contents of texts: their lines, or their records in any order."""

from __future__ import annotations

from m3bench.checks.data import read_value
from m3bench.checks.files import decoded
from m3bench.core import canonical_json


def text_contents(data: bytes, path: str) -> dict[str, tuple[str, ...]]:
    """Return the lines of a text, without the white space at their ends."""
    return {"lines": tuple(line.rstrip() for line in decoded(data, path).splitlines())}


def record_contents(data: bytes, path: str) -> dict[str, tuple[str, ...]]:
    """Return the lines of a JSONL file, sorted: servers that keep their records there write them anew."""
    records = read_value(decoded(data, path), path, "jsonl")
    return {"records": tuple(sorted(map(canonical_json, records)))}
