"""Read a `server.json`, and name what is not part of its schema."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from m3bench.core import FormatError
from m3bench.hosting.config import read_jsonc
from m3bench.hosting.server_json.document import ServerJson

_MESSAGE = re.compile(r"(?P<problem>.*?)(?: - at `\$\.?(?P<place>.*)`)?", re.DOTALL)
_LISTED = "server"


class ReadServer(NamedTuple):
    """A server, and the places of fields that the schema does not have."""

    server: ServerJson
    unknown: tuple[str, ...]


def read_server_json(path: Path) -> ReadServer:
    """Read a `server.json`, or an answer of a registry that contains one.

    Raises:
        FormatError: The file is not a valid one. Names file, place and what was expected.
    """
    return parse_server_json(read_jsonc(path), file=str(path))


def parse_server_json(data: Any, *, file: str = "<input>") -> ReadServer:
    """Read a `server.json` from its JSON value."""
    if isinstance(data, dict) and isinstance(data.get(_LISTED), dict) and "name" not in data:
        data = data[_LISTED]
    if not isinstance(data, dict) or "name" not in data:
        kind = 'a client configuration with "mcpServers"' if _is_config(data) else "something else"
        problem = f'expected a server.json with "name", "description" and "version", found {kind}'
        raise FormatError(problem, file=file)
    try:
        server = msgspec.convert(data, ServerJson)
    except (msgspec.ValidationError, RecursionError, UnicodeEncodeError) as error:
        match = _MESSAGE.fullmatch(str(error))
        problem, place = (match["problem"], match["place"]) if match else (str(error), None)
        said = f"{problem[:1].lower()}{problem[1:]}".replace("`", "")
        raise FormatError(said, file=file, place=place) from None
    return ReadServer(server, tuple(_unknown(data, server, "")))


def _is_config(data: Any) -> bool:
    return isinstance(data, dict) and ("mcpServers" in data or "servers" in data)


def _unknown(raw: Any, made: Any, path: str) -> Iterator[str]:
    """Yield the places of keys that have no field."""
    if isinstance(made, msgspec.Struct):
        fields = {field.encode_name: field.name for field in msgspec.structs.fields(made)}
        for key, value in raw.items():
            where = f"{path}.{key}" if path else str(key)
            if key not in fields:
                yield where
            else:
                yield from _unknown(value, getattr(made, fields[key]), where)
    elif isinstance(made, tuple):
        for index, (value, part) in enumerate(zip(raw, made, strict=True)):
            yield from _unknown(value, part, f"{path}[{index}]")
    elif isinstance(made, dict) and path.endswith("variables"):
        for key, part in made.items():
            yield from _unknown(raw[key], part, f"{path}.{key}")
