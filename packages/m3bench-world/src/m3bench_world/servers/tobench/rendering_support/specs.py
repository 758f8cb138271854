"""Specifications of charts and pages, and failures of their rendering."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from m3bench.rendering import DocumentBroken, RenderingUnavailable
from m3bench.servers.kit import BadArgument, Files, Unavailable


@contextmanager
def rendering(name: str = "path") -> Iterator[None]:
    """Turn errors of rendering into failures of the call.

    Args:
        name: The argument that names the file.
    """
    try:
        yield
    except DocumentBroken as problem:
        raise BadArgument(name, problem.message[:600]) from None
    except RenderingUnavailable as missing:
        raise Unavailable(missing.message[:600]) from None


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
