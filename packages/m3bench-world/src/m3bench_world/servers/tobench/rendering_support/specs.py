"""Reading Vega-Lite specifications of the workspace."""

from __future__ import annotations

from typing import Any

import msgspec

from m3bench.servers.kit import BadArgument, Files

LARGEST_SPEC = 2_000_000


def read_spec(files: Files, path: str, name: str = "path") -> dict[str, Any]:
    """Return the Vega-Lite specification in a file of the workspace."""
    data = files.read(path, name)
    if len(data) > LARGEST_SPEC:
        raise BadArgument(name, f"'{path[:80]}' is larger than {LARGEST_SPEC // 1_000_000} MB")
    try:
        spec = msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise BadArgument(name, f"'{path[:80]}' is not JSON; pass a Vega-Lite specification") from None
    if not isinstance(spec, dict):
        raise BadArgument(name, f"'{path[:80]}' is no Vega-Lite specification: it is not a JSON object")
    return spec
