"""How calls and trajectories end, and whose doing it was."""

from __future__ import annotations

from enum import StrEnum


class Outcome(StrEnum):
    """How one call ended. Exactly one holds for a call that was carried out."""

    ILLEGAL_FORMAT = "illegal_format"
    UNKNOWN_TOOL = "unknown_tool"
    INVALID_ARGUMENTS = "invalid_arguments"
    NOT_FOUND = "not_found"
    SUCCESS = "success"
    TOOL_ERROR = "tool_error"
    """The tool answered with an error that is not known to be about the call. The attempt is scored."""
    SERVER_FAULT = "server_fault"
    """A fact of the protocol: a crash, a time-out, a broken message, or a bundled server's own word."""

    @property
    def executed(self) -> bool:
        """The tool ran and gave an answer, be it that there is nothing to find."""
        return self in (Outcome.SUCCESS, Outcome.NOT_FOUND)

    @property
    def blames_agent(self) -> bool:
        return self in (Outcome.ILLEGAL_FORMAT, Outcome.UNKNOWN_TOOL, Outcome.INVALID_ARGUMENTS)


class Status(StrEnum):
    """How a whole trajectory ended."""

    COMPLETED = "completed"
    OUT_OF_STEPS = "out_of_steps"
    OUT_OF_BUDGET = "out_of_budget"
    AGENT_FAILURE = "agent_failure"
    SERVER_FAILURE = "server_failure"
    HARNESS_FAILURE = "harness_failure"
    UNKNOWN = "unknown"
