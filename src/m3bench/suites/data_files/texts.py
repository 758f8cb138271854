"""Text files: plain, JSON, YAML and CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from typing import Any


def write_text(content: str) -> bytes:
    return content.encode()


def write_json(content: Any) -> bytes:
    return (json.dumps(content, indent=2, ensure_ascii=False) + "\n").encode()


def write_yaml(content: Any) -> bytes:
    """Write a value as YAML in block style, keys in the given order."""
    import yaml  # noqa: PLC0415 - not needed by other kinds

    plain = json.loads(json.dumps(content))  # without shared parts, which would become aliases
    text: str = yaml.safe_dump(
        plain, sort_keys=False, allow_unicode=True, default_flow_style=False, width=1_000
    )
    return text.encode()


def write_csv(content: Sequence[Sequence[object]]) -> bytes:
    """Write rows; the first one has the names of the columns."""
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(content)
    return text.getvalue().encode()
