"""Parameters whose schema is narrower than their default: `null` for an integer, a list for a string."""

from __future__ import annotations

from typing import Any

import msgspec

from m3bench.servers.kit import BadArgument


def declared(kind: str, description: str, **more: Any) -> msgspec.Meta:
    """Declare a parameter as `kind` in the schema. It annotates `Any`; the tool checks the value itself."""
    return msgspec.Meta(description=description, extra_json_schema={"type": kind, **more})


def read_optional(value: Any, kind: Any, name: str) -> Any:
    """Return the value as `kind`, or `None` if it was left out or null."""
    if value is None:
        return None
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as problem:
        raise BadArgument(name, str(problem)) from None
