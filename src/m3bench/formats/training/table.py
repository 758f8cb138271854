"""Parquet files that the library `datasets` reads, with their features in the metadata."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from m3bench.formats.parquet import require_parquet, written_rows

Features = dict[str, Any]
_GROUP = 50
"""Rows in memory. Each may have many pictures."""

TEXT, NUMBER, TRUTH, FLOAT = "string", "int32", "bool", "float64"
IMAGES = ["image"]
MESSAGES = [
    {
        "role": TEXT,
        "content": [{"type": TEXT, "text": TEXT}],
        "tool_calls": [{"id": TEXT, "type": TEXT, "function": {"name": TEXT, "arguments": TEXT}}],
        "tool_call_id": TEXT,
        "name": TEXT,
    }
]


def table_chunks(rows: Iterable[Mapping[str, Any]], features: Features) -> Iterator[bytes]:
    """Yield the bytes of a Parquet file, a few rows at a time."""
    arrow = require_parquet("Writing data sets")
    fields = [(name, _arrow_type(arrow, kind)) for name, kind in features.items()]
    info = json.dumps({"info": {"features": _hub_type(features)}})
    schema = arrow.schema(fields, metadata={"huggingface": info})
    return written_rows(arrow, rows, schema, _GROUP)


def _arrow_type(arrow: Any, kind: Any) -> Any:
    if isinstance(kind, list):
        return arrow.list_(_arrow_type(arrow, kind[0]))
    if isinstance(kind, dict):
        return arrow.struct([(name, _arrow_type(arrow, inner)) for name, inner in kind.items()])
    if kind == "image":
        return arrow.struct([("bytes", arrow.binary()), ("path", arrow.string())])
    return arrow.bool_() if kind == TRUTH else getattr(arrow, kind)()


def _hub_type(kind: Any) -> Any:
    """Return features as `datasets` keeps them in metadata."""
    if isinstance(kind, list):
        return [_hub_type(kind[0])]
    if isinstance(kind, dict):
        return {name: _hub_type(inner) for name, inner in kind.items()}
    return {"_type": "Image"} if kind == "image" else {"dtype": kind, "_type": "Value"}
