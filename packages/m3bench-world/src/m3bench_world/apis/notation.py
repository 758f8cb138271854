"""The short notation of fields: `limit:i=20, order:s(asc/desc)=desc, labels:Label[], title:s!`."""

from __future__ import annotations

import re

from m3bench_world.apis.types import Field

_FIELD = re.compile(
    r"(?P<name>[\w.]+):(?P<kind>[A-Za-z]+)(?P<list>\[\])?"
    r"(?:\((?P<choices>[^)]*)\))?(?:=(?P<default>[^!]+))?(?P<required>!)?"
)


def parse_fields(text: str) -> tuple[Field, ...]:
    """Parse fields separated by commas. A mark `!` makes a field required."""
    return tuple(_field(part) for part in re.split(r",\s*", text.strip()) if part)


def _field(text: str) -> Field:
    match = _FIELD.fullmatch(text)
    if match is None:
        raise ValueError(f"not a field: {text!r}")
    return Field(
        name=match["name"],
        kind=match["kind"],
        is_list=bool(match["list"]),
        choices=tuple(match["choices"].split("/")) if match["choices"] else (),
        default=match["default"],
        required=bool(match["required"]),
    )
