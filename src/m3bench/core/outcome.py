"""Outcomes of calls and trajectories."""

from __future__ import annotations

from enum import StrEnum


class Outcome(StrEnum):
    """The outcome of a call. A call that was made has exactly one."""

    ILLEGAL_FORMAT = "illegal_format"
    UNKNOWN_TOOL = "unknown_tool"
    INVALID_ARGUMENTS = "invalid_arguments"
    NOT_FOUND = "not_found"
    SUCCESS = "success"
    TOOL_ERROR = "tool_error"
    """The tool returned an error that is not known to be caused by the call. The attempt is scored."""
    SERVER_FAULT = "server_fault"
    """A failure of the server: a crash, a time-out, a malformed message, or a fault that a bundled server
    reports."""

    @property
    def executed(self) -> bool:
        """The tool ran and returned a result, possibly that nothing was found."""
        return self in (Outcome.SUCCESS, Outcome.NOT_FOUND)

    @property
    def blames_agent(self) -> bool:
        return self in (Outcome.ILLEGAL_FORMAT, Outcome.UNKNOWN_TOOL, Outcome.INVALID_ARGUMENTS)


class Status(StrEnum):
    """The outcome of a trajectory."""

    COMPLETED = "completed"
    OUT_OF_STEPS = "out_of_steps"
    OUT_OF_BUDGET = "out_of_budget"
    AGENT_FAILURE = "agent_failure"
    OVER_QUOTA = "over_quota"
    """The workspace held more than its quota. It counts as failed, and nothing of the workspace is kept."""
    SERVER_FAILURE = "server_failure"
    HARNESS_FAILURE = "harness_failure"
    DOES_NOT_FIT = "does_not_fit"
    """The tools and the task do not fit into the context of the model, however short. It is not scored."""
    UNKNOWN = "unknown"
