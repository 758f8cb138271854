"""The check of answers that contain a JSON object."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from m3bench.checks.answers.answer import final_answer
from m3bench.checks.answers.corruption import answer_text, with_answers
from m3bench.checks.check import Check, CheckFailed, Corruptions, Evidence, Verdict
from m3bench.checks.corruption import off_value
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

    kind = "answer"
    about = "contains a JSON object with these fields"

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
        faults = [self.faults(value) for value, _, _ in json_values(final_answer(evidence))]
        if not faults:
            raise CheckFailed("the answer contains no JSON object")
        if fewest := min(faults, key=len):
            return self.verdict(False, f"the answer's JSON: {'; '.join(fewest)}")
        return self.verdict(True, f"the answer's JSON has {', '.join(self.fields)} as expected")

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:  # noqa: ARG002
        objects = [value for value, _, _ in json_values(answer_text(evidence))]
        right = next(value for value in objects if not self.faults(value))
        answers = {"no JSON": "It is all done.", "no answer": None}
        for path, expected in self.fields.items():
            wrong = _changed(right, path.split(".") if path else [], off_value(expected, self.tolerance))
            answers[f"wrong {path}"] = json.dumps(wrong)
        return with_answers(evidence, answers)


def _shown(value: Any) -> str:
    return "missing" if value is None else shown(value, _MAX_VALUE)


def _changed(value: Any, path: list[str], new: Any) -> Any:
    """Return a copy of a JSON value with another value at a path."""
    if not path:
        return new
    if isinstance(value, list):
        inner = _changed(field_of(value, path[0]), path[1:], new)
        return [inner if index == int(path[0]) else item for index, item in enumerate(value)]
    old = keyed(value, path[0])
    kept = {key: item for key, item in value.items() if item is not old or key == path[0]}
    return kept | {path[0]: _changed(old, path[1:], new)}
