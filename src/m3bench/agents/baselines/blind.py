"""`blind`: the right tools with arguments from the request alone, and the most frequent answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.baselines.floors import (
    describe_fields,
    most_frequent_fields,
    reject_argument,
    siblings_of,
    typed_calls,
)
from m3bench.agents.baselines.reference import first_reference
from m3bench.agents.baselines.slips import leaves
from m3bench.agents.protocol import Agent
from m3bench.core import Call

_WORD = re.compile(r"[^\W_]+")


class BlindAgent:
    """Reads the request, but neither pictures nor results."""

    name = "blind"
    needs_model = False

    async def solve(self, attempt: Attempt) -> Ending:
        siblings = siblings_of(attempt, self.name)
        for step in first_reference(attempt.task, self.name).steps:
            await attempt.call(blind_calls(attempt, step.calls))
        fields = most_frequent_fields([sibling.references[0] for sibling in siblings])
        return Ending(describe_fields(fields) or attempt.request, fields=fields)


def blind_calls(attempt: Attempt, calls: Sequence[Call]) -> list[Call]:
    """Keep the reference arguments that occur in the request or its file names; fill the others by type."""
    request = _RequestText(attempt)
    return [
        Call(call.name, _merged(call.arguments, guess.arguments, request))
        for call, guess in zip(calls, typed_calls(attempt, calls), strict=True)
    ]


def _merged(arguments: Any, guessed: dict[str, Any], request: _RequestText) -> dict[str, Any]:
    known = arguments if isinstance(arguments, dict) else {}
    kept = {name: value for name, value in known.items() if request.contains(value)}
    return {**{name: value for name, value in guessed.items() if name not in kept}, **kept}


class _RequestText:
    """The words of a request and its file names."""

    def __init__(self, attempt: Attempt) -> None:
        self._text = _folded(" ".join((attempt.request, *attempt.task.images)))

    def contains(self, value: Any) -> bool:
        """Return whether every string and number of the value occurs in the request as whole words."""
        parts = [leaf for _, leaf in leaves(value) if leaf is not None]
        return bool(parts) and all(self._has(part) for part in parts)

    def _has(self, part: Any) -> bool:
        if isinstance(part, bool):
            return False
        words = _folded(str(part))
        return bool(words.strip()) and words in self._text


def _folded(text: str) -> str:
    words = " ".join(_WORD.findall(text.casefold()))
    return f" {words} "


def make(argument: str) -> Agent:
    reject_argument("blind", argument)
    return BlindAgent()
