"""The contents of JSON, YAML and TOML: their values by path."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from m3bench.checks.data import read_value
from m3bench.checks.files import decoded
from m3bench.core import canonical_json

_FORMATS = {".json": "json", ".yaml": "yaml", ".yml": "yaml", ".toml": "toml"}


def structured_contents(data: bytes, path: str) -> dict[str, tuple[str, ...]]:
    """Return the values by their paths, such as `servers/web/port`. Lists have an item for each element."""
    whole = read_value(decoded(data, path), path, _FORMATS[PurePosixPath(path).suffix.lower()])
    return dict(_values(whole, ""))


def _values(value: Any, path: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from _values(inner, f"{path}/{key}" if path else str(key))
    elif isinstance(value, list):
        yield path, tuple(canonical_json(item) for item in value)
    else:
        yield path, (canonical_json(value),)
