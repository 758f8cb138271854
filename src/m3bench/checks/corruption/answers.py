"""Corrupted answers."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from m3bench.checks.answers import (
    AnswerJson,
    AnswerMustNot,
    AnswerNames,
    AnswerNumber,
    AnswerRefuses,
    Claim,
    Claims,
    Quantity,
    field_of,
)
from m3bench.checks.check import Check, Evidence
from m3bench.checks.corruption.copies import other_value, with_answer
from m3bench.checks.reading import amounts, keyed, places, words
from m3bench.core.text import json_values

Corruptions = list[tuple[str, Evidence]]


def _answer(evidence: Evidence) -> str:
    return evidence.trajectory.answer or ""


def without_names(text: str, names: tuple[str, ...]) -> str:
    """Replace each occurrence of the names by another word."""
    text_words = words(text)
    spans = [
        (text_words[start].start, text_words[end - 1].end)
        for name in names
        for each in name.split("|")
        for start, end in places(each, text_words)
    ]
    for start, end in sorted(spans, reverse=True):
        text = f"{text[:start]}something{text[end:]}"
    return text


def with_wrong_numbers(text: str, quantity: Quantity, expected: float) -> str:
    """Replace each number that fits by one that does not."""
    wrong = other_value(expected, quantity.tolerance.slack(expected))
    for found in reversed(amounts(text)):
        if any(quantity.tolerance.fits(value, expected) for value in (found.value, found.unscaled)):
            coin = text[found.start] if text[found.start] in "$€£¥" else ""
            text = f"{text[: found.start]}{coin}{wrong:.6f}{text[found.end :]}"
    return text


def _number(check: AnswerNumber, evidence: Evidence, scratch: Path) -> Corruptions:
    del scratch
    quantity = check.quantity()
    expected = quantity.expected(evidence)
    wrong = with_wrong_numbers(_answer(evidence), quantity, expected)
    found = [("wrong number", with_answer(evidence, wrong)), ("no answer", with_answer(evidence, None))]
    if check.unit:
        bare = f"{' '.join(name.split('|')[0] for name in check.near)} {expected:.6f}"
        found.append(("unit left out", with_answer(evidence, bare)))
    if check.near:
        apart = without_names(_answer(evidence), check.near)
        found.append(("said of something else", with_answer(evidence, apart)))
    return found


def _names(check: AnswerNames, evidence: Evidence, scratch: Path) -> Corruptions:
    del scratch
    answer = _answer(evidence)
    found = [
        (f"without {name}", with_answer(evidence, without_names(answer, (name,)))) for name in check.all_of
    ]
    if check.any_of:
        found.append(("none of the names", with_answer(evidence, without_names(answer, check.any_of))))
    for name in check.none_of:
        added = f"{answer}\nIt is {name.split('|')[0]}."
        found.append((f"with {name}", with_answer(evidence, added)))
    return [*found, ("no answer", with_answer(evidence, None))]


def _json(check: AnswerJson, evidence: Evidence, scratch: Path) -> Corruptions:
    del scratch
    objects = [value for value, _, _ in json_values(_answer(evidence))]
    right = next(value for value in objects if not check.faults(value))
    found = [
        ("no JSON", with_answer(evidence, "It is all done.")),
        ("no answer", with_answer(evidence, None)),
    ]
    for path, expected in check.fields.items():
        slack = check.tolerance.slack(expected) if isinstance(expected, int | float) else 0.0
        wrong = _changed(right, path.split(".") if path else [], other_value(expected, slack))
        found.append((f"wrong {path}", with_answer(evidence, json.dumps(wrong))))
    return found


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


def _refusal(check: AnswerRefuses, evidence: Evidence, scratch: Path) -> Corruptions:
    del scratch
    claimed = f"Done: {', '.join(name.split('|')[0] for name in check.about_names)} is 42."
    found = [("claims a result", with_answer(evidence, claimed)), ("no answer", with_answer(evidence, None))]
    if check.about_names:
        apart = without_names(_answer(evidence), check.about_names)
        found.append(("of something else", with_answer(evidence, apart)))
    return found


def _corrupt_claim(claim: Claim, text: str, evidence: Evidence) -> str:
    if claim.number is not None:
        text = with_wrong_numbers(text, claim.number, claim.number.expected(evidence))
    return without_names(text, (*claim.all_of, *claim.any_of))


def _claims(check: Claims, evidence: Evidence, scratch: Path) -> Corruptions:
    del scratch
    answer = text = _answer(evidence)
    for claim in check.claims:
        text = _corrupt_claim(claim, text, evidence)
    found = [("all claims wrong", with_answer(evidence, text)), ("no answer", with_answer(evidence, None))]
    if check.at_least == 1:
        found += [
            (f"without “{claim.text}”", with_answer(evidence, _corrupt_claim(claim, answer, evidence)))
            for claim in check.claims
        ]
    return found


def _must_not(check: AnswerMustNot, evidence: Evidence, scratch: Path) -> Corruptions:
    del scratch
    return [
        (f"claims “{claim.text}”", with_answer(evidence, f"{_answer(evidence)}\n\n{_said(claim, evidence)}"))
        for claim in check.claims
    ]


def _said(claim: Claim, evidence: Evidence) -> str:
    """Return a claim as an answer may state it."""
    names = [*claim.all_of, *claim.any_of[:1]]
    number = claim.number
    if number is not None:
        unit = f" {number.unit[0]}" if number.unit else ""
        names = [*names, *number.near, f"{number.expected(evidence):.9f}{unit}"]
    return " ".join(name.split("|")[0] for name in names)


ANSWER_CORRUPTORS: dict[type[Check], Callable[[Any, Evidence, Path], Corruptions]] = {
    AnswerNumber: _number,
    AnswerNames: _names,
    AnswerJson: _json,
    AnswerRefuses: _refusal,
    Claims: _claims,
    AnswerMustNot: _must_not,
}
