"""Corrupted answers to questions with an answer key."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from m3bench.checks.check import Check, Evidence
from m3bench.checks.corruption.copies import other_value, with_answer
from m3bench.checks.keys import AnswerMatchesKey, key_values
from m3bench.core import canonical_json

Corruptions = list[tuple[str, Evidence]]


def _key(check: AnswerMatchesKey, evidence: Evidence, scratch: Path) -> Corruptions:
    del check, scratch
    value = key_values(evidence.task)[0]
    right, wrong = _text(value), _text(_other(value))
    made = {
        "no answer": None,
        "no result": "I could not find it.",
        "negated": f"It is not {right}.",
        "left open": f"It is either {right} or {wrong}.",
    }
    if isinstance(value, int | float):
        made["another value"] = wrong
    return [(what, with_answer(evidence, answer)) for what, answer in made.items()]


def _other(value: Any) -> Any:
    return (not value) if isinstance(value, bool) else other_value(value, 0.0)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if isinstance(value, str | int | float) else canonical_json(value)


KEY_CORRUPTORS: dict[type[Check], Callable[[Any, Evidence, Path], Corruptions]] = {AnswerMatchesKey: _key}
