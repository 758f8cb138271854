"""Near misses of whole forms: one wrong value in each layout, two values, a wrong correction."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from m3bench.checks.attacks.layouts import LAYOUTS, said
from m3bench.checks.attacks.near_misses import NearMiss, other_value
from m3bench.checks.attacks.rewriting import Fields, Rewrite
from m3bench.checks.fields import Expected
from m3bench.core import AnswerForm, Trajectory


def _wrong(expected: Expected, given: Any) -> Any:
    """Return another value for a field; of a list or records, one entry is another."""
    if isinstance(given, list) and given:
        if expected.rows:
            return given[:-1] or [dict.fromkeys(given[0], "something else")]
        return [*given[:-1], "something else"]
    return ["something else"] if isinstance(given, list) else other_value(expected)


def _wrong_form(right: Trajectory, expected: Fields, place: int) -> tuple[str, dict[str, Any]] | None:
    """Return a form with one wrong value, and the name of its field; None if all fields must be empty."""
    given = right.fields or {}
    names = [name for name, value in expected.items() if not value.is_null and name in given]
    if not names:
        return None
    name = names[place % len(names)]
    return name, given | {name: _wrong(expected[name], given[name])}


def _in_layout(write: Rewrite, place: int) -> NearMiss:
    """Return a near miss that writes one wrong value in a layout; each layout has another field."""

    def misses(right: Trajectory, form: AnswerForm, expected: Fields) -> Iterator[Trajectory]:
        wrong = _wrong_form(right, expected, place)
        if wrong is not None:
            bare = msgspec.structs.replace(right, fields=wrong[1], answer=None)
            written = write(bare, form, expected)
            if written is not None:
                yield written

    return misses


def _texts(write: Any) -> NearMiss:
    """Return a near miss that is a text made from the right form, a wrong one, and the field that differs."""

    def misses(right: Trajectory, _form: AnswerForm, expected: Fields) -> Iterator[Trajectory]:
        wrong = _wrong_form(right, expected, len(expected) // 2)
        if wrong is not None:
            yield msgspec.structs.replace(
                right, fields=None, answer=write(dict(right.fields or {}), wrong[1], wrong[0])
            )

    return misses


def _beside(write: Any) -> NearMiss:
    """Return a near miss that submits the right form beside prose with a wrong value."""

    def misses(right: Trajectory, _form: AnswerForm, expected: Fields) -> Iterator[Trajectory]:
        wrong = _wrong_form(right, expected, len(expected) // 2)
        if wrong is not None and not isinstance(wrong[1][wrong[0]], list):
            yield msgspec.structs.replace(right, answer=write(wrong[1], wrong[0]))

    return misses


def _dump(form: dict[str, Any]) -> str:
    return json.dumps(form, ensure_ascii=False)


def _table(right: dict[str, Any], wrong: dict[str, Any], _name: str) -> str:
    """Write a table with two values for each field."""
    rows = (f"| {name} | {said(value)} | {said(wrong[name])} |" for name, value in right.items())
    return "\n".join(("| Field | Value | Value |", "|---|---|---|", *rows))


def _lines_with_both(right: dict[str, Any], wrong: dict[str, Any], name: str) -> str:
    lines = [f"- {key}: {said(value)}" for key, value in right.items()]
    return "\n".join([*lines, f"- {name}: {said(wrong[name])}"])


def _bullets_with_both(right: dict[str, Any], wrong: dict[str, Any], name: str) -> str:
    return "\n".join(
        f"- {key}:\n  - {said(value)}\n  - {said(wrong[key])}" if key == name else f"- {key}: {said(value)}"
        for key, value in right.items()
    )


NEAR_LAYOUTS: dict[str, NearMiss] = {
    **{
        f"one wrong value: {name}": _in_layout(write, place)
        for place, (name, write) in enumerate(LAYOUTS.items())
    },
    "a wrong correction": _texts(
        lambda right, wrong, _: f"{_dump(right)}\n\nCorrection: the right values are\n{_dump(wrong)}"
    ),
    "a wrong correction in a line": _texts(
        lambda right, wrong, name: f"{_dump(right)}\n\nCorrection: {name}: {said(wrong[name])}"
    ),
    "a wrong correction in a sentence": _texts(
        lambda right, wrong, name: (
            f"{_dump(right)}\n\nCorrection: the {name.replace('_', ' ')} is {said(wrong[name])}."
        )
    ),
    "a wrong correction beside the form": _beside(
        lambda wrong, name: f"Done.\n\nCorrection: the {name.replace('_', ' ')} is {said(wrong[name])}."
    ),
    "a wrong final answer": _texts(
        lambda right, wrong, _: f"{_dump(right)}\n\nFinal answer:\n{_dump(wrong)}"
    ),
    "two forms": _texts(lambda right, wrong, _: f"{_dump(wrong)}\n{_dump(right)}"),
    "a table with two values": _texts(_table),
    "a field in two lines": _texts(_lines_with_both),
    "a field with two bullets": _texts(_bullets_with_both),
}
