"""Metadata of tool results: the outcome of the call, the sources of the answer, and what it did to files and
records."""

from __future__ import annotations

from typing import Any

import msgspec

from m3bench.core import ARTEFACTS_KEY, RECEIPTS_KEY, Artefacts
from m3bench.servers.kit.answer import Answer
from m3bench.servers.kit.failures import ToolFailure
from m3bench.worlds import known_sources

META_KEY = "m3bench/sources"
OUTCOME_KEY = "m3bench/outcome"
"""The harness trusts this key only from bundled servers."""


def answer_meta(answer: Answer) -> dict[str, Any]:
    """Return the `_meta` of a successful MCP result.

    It has the outcome, the kind of each source, the files that were written or shown, and the numbers of the
    record changes.
    """
    meta: dict[str, Any] = {
        OUTCOME_KEY: "success",
        META_KEY: {name: str(known_sources()[name].kind) for name in answer.sources},
    }
    files = Artefacts(answer.wrote, answer.looked, answer.removed)
    if files != Artefacts():
        meta[ARTEFACTS_KEY] = msgspec.to_builtins(files)
    if answer.receipts:
        meta[RECEIPTS_KEY] = list(answer.receipts)
    return meta


def failure_meta(error: Exception) -> tuple[str, dict[str, Any]]:
    """Return the text and the `_meta` of a failed call.

    Any error but a `ToolFailure` is a bug of the server.
    """
    if isinstance(error, ToolFailure):
        return str(error), {OUTCOME_KEY: error.outcome}
    return f"failed inside: {type(error).__name__}: {error}"[:300], {OUTCOME_KEY: "server_fault"}
