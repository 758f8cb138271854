"""TOBench's taxonomy of mistakes, as far as facts decide it."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Group(StrEnum):
    """What a mistake is about."""

    TOOL = "tool call"
    PARAMETER = "tool parameter"
    VERIFICATION = "self-verification"


class Error(StrEnum):
    """The kinds of mistakes. `docs/taxonomy.md` has the definition of each."""

    WRONG_TOOL = "wrong_tool"
    MISSING_TOOL = "missing_tool"
    HALLUCINATED_TOOL = "hallucinated_tool"
    REPEATED_CALL = "repeated_call"
    WRONG_TYPE = "wrong_type"
    OUT_OF_RANGE = "out_of_range"
    WRONG_OBJECT = "wrong_object"
    MISSING_PARAMETER = "missing_parameter"
    INVENTED_PARAMETER = "invented_parameter"
    NO_VERIFICATION = "no_verification"
    PSEUDO_VERIFICATION = "pseudo_verification"

    @property
    def group(self) -> Group:
        if self in _ABOUT_TOOLS:
            return Group.TOOL
        return Group.VERIFICATION if self in _ABOUT_VERIFYING else Group.PARAMETER


_ABOUT_TOOLS = (Error.WRONG_TOOL, Error.MISSING_TOOL, Error.HALLUCINATED_TOOL, Error.REPEATED_CALL)
_ABOUT_VERIFYING = (Error.NO_VERIFICATION, Error.PSEUDO_VERIFICATION)


class Mistake(msgspec.Struct, frozen=True, kw_only=True):
    """One mistake of one attempt. Calls are numbered over all steps, from 0."""

    error: Error
    call: int | None = None
    """The wrong call; None if a call is missing."""
    tool: str | None = None
    """The tool that was called."""
    expected_call: int | None = None
    """The reference's call that it replaces, or that is missing."""
    expected_tool: str | None = None
