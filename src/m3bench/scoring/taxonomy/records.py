"""TOBench's taxonomy of mistakes: five groups with twenty kinds."""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType

import msgspec


class Group(StrEnum):
    """What a mistake is about."""

    TOOL = "tool call"
    PARAMETER = "tool parameter"
    MULTIMODAL = "multimodal ability"
    VERIFICATION = "self-verification"
    OTHERS = "not the agent's"


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
    MISREAD_DETAIL = "misread_detail"
    WRONG_PLACE = "wrong_place"
    WRONG_TIME = "wrong_time"
    FAILED_FUSION = "failed_fusion"
    INVENTED_CONTENT = "invented_content"
    NO_VERIFICATION = "no_verification"
    PSEUDO_VERIFICATION = "pseudo_verification"
    INCOMPLETE_VERIFICATION = "incomplete_verification"
    FALSE_ALARM = "false_alarm"
    SERVER_ISSUE = "server_issue"
    MODEL_ISSUE = "model_issue"

    @property
    def group(self) -> Group:
        return _GROUPS[self]

    @property
    def by_people(self) -> bool:
        """Whether only a person who reads the attempt can tell it."""
        return self in BY_PEOPLE


_SIZES = {Group.TOOL: 4, Group.PARAMETER: 5, Group.MULTIMODAL: 5, Group.VERIFICATION: 3, Group.OTHERS: 3}
_GROUPS = MappingProxyType(
    dict(zip(Error, (group for group, size in _SIZES.items() for _ in range(size)), strict=True))
)
BY_PEOPLE = frozenset(
    {*(error for error in Error if _GROUPS[error] is Group.MULTIMODAL), Error.FALSE_ALARM, Error.MODEL_ISSUE}
)
"""Kinds that facts do not decide."""


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
