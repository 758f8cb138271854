"""Tool errors: a message that tells the caller what to do next, and a typed outcome."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

FailedOutcome = Literal["not_found", "invalid_arguments", "server_fault"]
"""Outcomes of failed calls, as the harness names them."""


class ToolFailure(Exception):
    """A failed call. The caller receives the message as an error, the harness also the outcome.

    Any other exception that a tool raises is a bug of the server and counts as a server fault.
    """

    def __init__(self, message: str, outcome: FailedOutcome) -> None:
        super().__init__(message)
        self.outcome: FailedOutcome = outcome


class BadArgument(ToolFailure):
    """An argument that cannot be used."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"Invalid argument '{name}': {problem}", "invalid_arguments")


class NotFound(ToolFailure):
    """The requested thing does not exist in the world. The message suggests similar names."""

    def __init__(self, what: str, near: Iterable[str] = ()) -> None:
        names = ", ".join(near)
        super().__init__(f"Not found: {what}." + (f" Did you mean: {names}?" if names else ""), "not_found")


class Unavailable(ToolFailure):
    """The server lacks something it needs, so no call can succeed."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "server_fault")


def combine_failures(failures: Iterable[ToolFailure]) -> ToolFailure:
    """Combine the failures of a call whose parts all failed. The result has the most severe outcome."""
    parts = list(failures)
    outcomes = {part.outcome for part in parts}
    order: tuple[FailedOutcome, ...] = ("server_fault", "invalid_arguments", "not_found")
    worst = next(outcome for outcome in order if outcome in outcomes)
    return ToolFailure("\n".join(map(str, parts)), worst)
