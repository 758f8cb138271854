"""JSON lines that a program printed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_MAX_LINE = 64 * 1024 * 1024


def read_events(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects of a file, line by line. Other lines are skipped."""
    if not path.exists():
        return
    with path.open("rb") as file:
        while line := file.readline(_MAX_LINE):
            try:
                value = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(value, dict):
                yield value
