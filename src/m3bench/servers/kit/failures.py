"""Why a tool gives no answer: in words that tell the caller what to do next, and as a typed outcome."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

FailedOutcome = Literal["not_found", "invalid_arguments", "server_fault"]
"""The outcomes of a failure, as the harness names them."""


class ToolFailure(Exception):
    """The caller gets the text as an error, and the harness the outcome beside it. Anything else that a tool
    raises is a bug in the server, and counts as its fault."""

    def __init__(self, message: str, outcome: FailedOutcome) -> None:
        super().__init__(message)
        self.outcome: FailedOutcome = outcome


class BadArgument(ToolFailure):
    """An argument that cannot be used."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"Invalid argument '{name}': {problem}", "invalid_arguments")


class NotFound(ToolFailure):
    """A thing that does not exist in the world, with the names nearest to the one that was asked for."""

    def __init__(self, what: str, near: Iterable[str] = ()) -> None:
        names = ", ".join(near)
        super().__init__(f"Not found: {what}." + (f" Did you mean: {names}?" if names else ""), "not_found")


class Unavailable(ToolFailure):
    """Something that the server itself needs is missing: no call could succeed."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "server_fault")


def combine_failures(failures: Iterable[ToolFailure]) -> ToolFailure:
    """One failure for a call of several parts that all failed. It is a bad argument if any part is."""
    parts = list(failures)
    outcomes = {part.outcome for part in parts}
    order: tuple[FailedOutcome, ...] = ("server_fault", "invalid_arguments", "not_found")
    worst = next(outcome for outcome in order if outcome in outcomes)
    return ToolFailure("\n".join(map(str, parts)), worst)
