"""The contents of JSON, YAML and TOML: their values by path."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from m3bench.checks.check import CheckFailed
from m3bench.checks.data import MAX_BYTES, read_value
from m3bench.checks.files import decoded
from m3bench.core import canonical_json

_FORMATS = {".json": "json", ".yaml": "yaml", ".yml": "yaml", ".toml": "toml"}


def structured_contents(data: bytes, path: str) -> Iterator[tuple[str, str]]:
    """Yield the values by their paths, such as `servers/web/port`. Lists have an item for each element."""
    kind = _FORMATS[PurePosixPath(path).suffix.lower()]
    if len(data) > MAX_BYTES[kind]:
        raise CheckFailed(f"{path} has {len(data):,} bytes, more than {MAX_BYTES[kind]:,}")
    yield from _values(read_value(decoded(data, path), path, kind), "")


def _values(value: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from _values(inner, f"{path}/{key}" if path else str(key))
    elif isinstance(value, list) and value:
        for item in value:
            yield path, canonical_json(item)
    else:
        yield path, canonical_json(value)
