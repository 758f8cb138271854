"""The contents of texts: their lines, or their records in any order."""

from __future__ import annotations

from collections.abc import Iterator

from m3bench.checks.data import read_value
from m3bench.checks.files import decoded
from m3bench.core import canonical_json


def text_contents(data: bytes, path: str) -> Iterator[tuple[str, str]]:
    """Yield the lines of a text, without the white space at their ends."""
    for line in decoded(data, path).splitlines():
        yield "lines", line.rstrip()


def record_contents(data: bytes, path: str) -> Iterator[tuple[str, str]]:
    """Yield the lines of a JSONL file, sorted: servers that keep their records there write them anew."""
    records = read_value(decoded(data, path), path, "jsonl")
    for record in sorted(map(canonical_json, records)):
        yield "records", record
