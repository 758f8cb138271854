"""The check of answers that contain a JSON object."""

from __future__ import annotations

from typing import Any, ClassVar

from m3bench.checks.answers.answer import final_answer
from m3bench.checks.check import Check, CheckFailed, Evidence, Verdict
from m3bench.checks.reading import EXACT, Tolerance, keyed, same, shown
from m3bench.core.text import json_values

_MAX_VALUE = 80


def field_of(value: Any, path: str) -> Any:
    """Return the value at ``items.0.price``; keys may be spelled differently. None if there is none."""
    for part in path.split(".") if path else ():
        if isinstance(value, dict):
            value = keyed(value, part)
        elif isinstance(value, list) and part.isdigit() and int(part) < len(value):
            value = value[int(part)]
        else:
            return None
    return value


class AnswerJson(Check, frozen=True):
    """If the answer has several objects, the best match counts."""

    kind: ClassVar[str] = "answer"
    about: ClassVar[str] = "contains a JSON object with these fields"

    fields: dict[str, Any]
    """Paths such as ``items.0.price`` and the values expected there."""
    tolerance: Tolerance = EXACT
    ordered: bool = True
    """Whether the order of lists matters."""

    def __post_init__(self) -> None:
        if not self.fields:
            raise ValueError("fields is empty")

    def faults(self, value: Any) -> list[str]:
        return [
            f"{path or 'the object'} is {_shown(field_of(value, path))}, expected {_shown(expected)}"
            for path, expected in self.fields.items()
            if not same(field_of(value, path), expected, self.tolerance, ordered=self.ordered)
        ]

    def look(self, evidence: Evidence) -> Verdict:
        found = [self.faults(value) for value, _, _ in json_values(final_answer(evidence))]
        if not found:
            raise CheckFailed("the answer contains no JSON object")
        best = min(found, key=len)
        if best:
            return self.verdict(False, f"the answer's JSON: {'; '.join(best)}")
        return self.verdict(True, f"the answer's JSON has {', '.join(self.fields)} as expected")


def _shown(value: Any) -> str:
    return "missing" if value is None else shown(value, _MAX_VALUE)
