"""Requests to a worker process and its replies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from m3bench.servers.kit import BadArgument, NotFound, ToolFailure
from m3bench.workers import LimitExceeded, run_limited

SECONDS = 20.0
CPU_SECONDS = 6
"""The limit of work. The other one is long, so that a busy machine does not refuse a small document."""
_JOB = "m3bench_world.servers.tobench.pdf.jobs.worker:run"


class Request(msgspec.Struct, frozen=True):
    operation: str
    options: dict[str, Any]
    files: list[bytes]


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an operation found, and the files that it made."""

    data: dict[str, Any] = {}
    files: list[bytes] = []
    refused: str = ""
    """Why it was refused, or empty."""
    argument: str = ""
    """The argument that is wrong; if empty, something was not found."""


class Refused(Exception):
    """The request cannot be met."""

    def __init__(self, argument: str, problem: str) -> None:
        super().__init__(problem)
        self.argument = argument


def run_job(operation: str, options: dict[str, Any], files: Sequence[bytes]) -> Outcome:
    """Run an operation on files. Raises `ToolFailure` if it is refused, or the files are too large or
    broken."""
    request = msgspec.msgpack.encode(Request(operation, options, list(files)))
    try:
        answer = run_limited(_JOB, request, seconds=SECONDS)
    except LimitExceeded:
        raise BadArgument("path", "the document is too large or too complex to process") from None
    outcome = msgspec.msgpack.decode(answer, type=Outcome)
    if outcome.refused:
        raise _failure(outcome)
    return outcome


def _failure(outcome: Outcome) -> ToolFailure:
    return BadArgument(outcome.argument, outcome.refused) if outcome.argument else NotFound(outcome.refused)
