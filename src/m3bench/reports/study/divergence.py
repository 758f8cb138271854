"""Find the first difference between two attempts at one task."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest

import msgspec

from m3bench.core import Call, Step, canonical_json
from m3bench.core.text import shorten_middle
from m3bench.scoring import call_key

_LONGEST = 200
_NOTHING = "nothing more"


class Divergence(msgspec.Struct, frozen=True, kw_only=True):
    """The first difference. Steps, and calls within their step, are counted from 1."""

    step: int
    call: int
    kind: str
    """Another tool, the same tool with other arguments, or no call in one of the two."""
    a: str
    b: str


def first_divergence(a: Sequence[Step], b: Sequence[Step]) -> Divergence | None:
    """Return the first step whose calls differ, or None. The order within a step does not matter."""
    steps = zip_longest(_with_calls(a), _with_calls(b), fillvalue=Step())
    for number, (left, right) in enumerate(steps, start=1):
        only_a, only_b = _difference(left, right), _difference(right, left)
        if only_a or only_b:
            return _divergence(number, left, right, only_a, only_b)
    return None


def _with_calls(steps: Sequence[Step]) -> list[Step]:
    """Drop steps without calls, which cannot differ."""
    return [step for step in steps if step.calls]


def _difference(step: Step, other: Step) -> list[Call]:
    """Return the calls of a step that the other lacks, in order."""
    there = Counter(call_key(call) for call in other.calls)
    left = []
    for call in step.calls:
        key = call_key(call)
        if there[key]:
            there[key] -= 1
        else:
            left.append(call)
    return left


def _divergence(
    number: int, left: Step, right: Step, only_a: Sequence[Call], only_b: Sequence[Call]
) -> Divergence:
    numbers = [step.calls.index(calls[0]) + 1 for step, calls in ((left, only_a), (right, only_b)) if calls]
    a, b = _counterparts(only_a, only_b)
    return Divergence(step=number, call=min(numbers), kind=_kind(a, b), a=_did(a), b=_did(b))


def _counterparts(only_a: Sequence[Call], only_b: Sequence[Call]) -> tuple[Call | None, Call | None]:
    """Return A's first differing call, and B's call of the same tool, or else B's first."""
    if not only_a or not only_b:
        return (only_a[0] if only_a else None), (only_b[0] if only_b else None)
    same_tool = [call for call in only_b if call.name == only_a[0].name]
    return only_a[0], (same_tool or only_b)[0]


def _kind(a: Call | None, b: Call | None) -> str:
    if a is None or b is None:
        return "missing call"
    return "different arguments" if a.name == b.name else "different tool"


def _did(call: Call | None) -> str:
    if call is None:
        return _NOTHING
    return shorten_middle(f"{call.name} {_written(call.arguments)}", _LONGEST)


def _written(arguments: object) -> str:
    if isinstance(arguments, str):
        return arguments
    return "" if arguments is None else canonical_json(arguments)
