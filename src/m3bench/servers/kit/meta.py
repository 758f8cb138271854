"""What travels beside an answer: how the call ended, on which sources it stands, and which are invented."""

from __future__ import annotations

from typing import Any

from m3bench.servers.kit.answer import Answer
from m3bench.servers.kit.failures import ToolFailure
from m3bench.world import SOURCES

META_KEY = "m3bench/sources"
OUTCOME_KEY = "m3bench/outcome"
"""The harness trusts it from servers that it knows to be bundled."""


def answer_meta(answer: Answer) -> dict[str, Any]:
    """For the `_meta` of an MCP result: the outcome, and each source with its kind."""
    return {
        OUTCOME_KEY: "success",
        META_KEY: {name: str(SOURCES[name].kind) for name in answer.sources},
    }


def failure_meta(error: Exception) -> tuple[str, dict[str, Any]]:
    """The text of a failed call, and its `_meta`. What is no `ToolFailure` is a bug, the server's fault."""
    if isinstance(error, ToolFailure):
        return str(error), {OUTCOME_KEY: error.outcome}
    return f"failed inside: {type(error).__name__}: {error}"[:300], {OUTCOME_KEY: "server_fault"}
