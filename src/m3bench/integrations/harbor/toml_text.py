"""TOML, as far as `task.toml` needs it: tables, lists of tables, texts, numbers and lists."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from m3bench.core.text import without_surrogates


def toml_text(document: Mapping[str, Any]) -> str:
    """Return a document. Values other than tables must come first in each table."""
    return "\n".join(_lines(document, "")).strip() + "\n"


def _lines(table: Mapping[str, Any], path: str) -> Iterator[str]:
    for key, value in table.items():
        name = f"{path}.{key}" if path else key
        if isinstance(value, Mapping):
            yield from ("", f"[{name}]", *_lines(value, name))
        elif isinstance(value, list) and value and all(isinstance(each, Mapping) for each in value):
            for each in value:
                yield from ("", f"[[{name}]]", *_lines(each, name))
        else:
            yield f"{key} = {_value(value)}"


def _value(value: Any) -> str:
    if isinstance(value, str):
        # JSON leaves this character as it is; TOML wants it escaped.
        return json.dumps(without_surrogates(value), ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value)
