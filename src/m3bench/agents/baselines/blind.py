"""`blind`: the right tools with arguments from the request alone, and the answer that is given most often."""

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
    """Reads the request perfectly, and neither looks at a picture nor reads a result."""

    name = "blind"
    needs_model = False

    async def solve(self, attempt: Attempt) -> Ending:
        siblings = siblings_of(attempt, self.name)
        for step in first_reference(attempt.task, self.name).steps:
            await attempt.call(blind_calls(attempt, step.calls))
        fields = most_frequent_fields([sibling.references[0] for sibling in siblings])
        return Ending(describe_fields(fields) or attempt.request, fields=fields)


def blind_calls(attempt: Attempt, calls: Sequence[Call]) -> list[Call]:
    """Arguments of the reference as far as the request or the names of its files say them.

    All others are filled in by type.
    """
    said = _Said(attempt)
    return [
        Call(call.name, _merged(call.arguments, guess.arguments, said))
        for call, guess in zip(calls, typed_calls(attempt, calls), strict=True)
    ]


def _merged(arguments: Any, guessed: dict[str, Any], said: _Said) -> dict[str, Any]:
    known = arguments if isinstance(arguments, dict) else {}
    kept = {name: value for name, value in known.items() if said.says(value)}
    return {**{name: value for name, value in guessed.items() if name not in kept}, **kept}


class _Said:
    """Whether a value stands in the request."""

    def __init__(self, attempt: Attempt) -> None:
        self._text = _folded(" ".join((attempt.request, *attempt.task.images)))

    def says(self, value: Any) -> bool:
        """Every text and number of the value is a word, or words in a row, of the request."""
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
