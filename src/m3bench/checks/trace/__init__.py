"""Checks of calls: which, in which order, with which arguments, from where."""

from m3bench.checks.trace.dialogue import UserAsked
from m3bench.checks.trace.matchers import arguments_of, fits, is_tool, require_matcher
from m3bench.checks.trace.origins import ArgumentFromPicture, ArgumentFromResult
from m3bench.checks.trace.trace import Called, CalledBefore, CalledTogether, NotCalled

__all__ = [
    "ArgumentFromPicture",
    "ArgumentFromResult",
    "Called",
    "CalledBefore",
    "CalledTogether",
    "NotCalled",
    "UserAsked",
    "arguments_of",
    "fits",
    "is_tool",
    "require_matcher",
]
