"""Checks of calls: which, in which order, with which arguments, from where."""

from m3bench.checks.trace.dialogue import UserAsked
from m3bench.checks.trace.matchers import fits, require_matcher
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
    "fits",
    "require_matcher",
]
