"""Errors of rendering as failures of a call."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from m3bench.rendering import DocumentBroken, RenderingUnavailable
from m3bench.servers.kit import BadArgument, Unavailable


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
