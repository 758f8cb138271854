"""Metadata of tool results: the outcome of the call and the sources of the answer."""

from __future__ import annotations

from typing import Any

from m3bench.servers.kit.answer import Answer
from m3bench.servers.kit.failures import ToolFailure
from m3bench.world import SOURCES

META_KEY = "m3bench/sources"
OUTCOME_KEY = "m3bench/outcome"
"""The harness trusts this key only from bundled servers."""


def answer_meta(answer: Answer) -> dict[str, Any]:
    """Return the `_meta` of a successful MCP result: the outcome, and the kind of each source."""
    return {
        OUTCOME_KEY: "success",
        META_KEY: {name: str(SOURCES[name].kind) for name in answer.sources},
    }


def failure_meta(error: Exception) -> tuple[str, dict[str, Any]]:
    """Return the text and the `_meta` of a failed call.

    Any error but a `ToolFailure` is a bug of the server.
    """
    if isinstance(error, ToolFailure):
        return str(error), {OUTCOME_KEY: error.outcome}
    return f"failed inside: {type(error).__name__}: {error}"[:300], {OUTCOME_KEY: "server_fault"}
