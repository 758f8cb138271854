"""What travels beside an answer: on which sources it stands, and which of them are invented."""

from __future__ import annotations

from typing import Any

from m3bench.servers.kit.answer import Answer
from m3bench.world import SOURCES

META_KEY = "m3bench/sources"


def meta_of(answer: Answer) -> dict[str, Any]:
    """For the `_meta` of an MCP result: each source with its kind."""
    return {META_KEY: {name: str(SOURCES[name].kind) for name in answer.sources}}
