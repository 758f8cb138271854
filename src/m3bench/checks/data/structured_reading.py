"""Reading JSON, YAML and TOML, including what was written to break a reader."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from m3bench.checks.check import CheckFailed
from m3bench.workers import DocumentError, parse_structured

MAX_BYTES = {"json": 4 * 2**20, "jsonl": 4 * 2**20, "yaml": 2**18, "toml": 2**18}
"""The readers of YAML and TOML are slow."""


def read_value(text: str, path: str, kind: str) -> Any:
    """Return the value in a file. Raise `CheckFailed` if it cannot be read."""
    try:
        return _READERS[kind](text) if kind in _READERS else parse_structured(text, kind)
    except DocumentError as error:
        raise CheckFailed(f"{path} {error}") from None
    except RecursionError:
        raise CheckFailed(f"{path} is nested too deeply") from None
    except ValueError as error:
        raise CheckFailed(f"{path} is not valid JSON: {' '.join(str(error).split())[:120]}") from None


def _read_json(text: str) -> Any:
    return json.loads(text, parse_constant=_refuse)


def _read_lines(text: str) -> list[Any]:
    return [_read_json(line) for line in text.split("\n") if line.strip()]


_READERS: dict[str, Callable[[str], Any]] = {"json": _read_json, "jsonl": _read_lines}


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is not a value of JSON")
