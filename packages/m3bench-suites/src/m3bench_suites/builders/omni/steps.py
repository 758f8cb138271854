"""What plans have in common: parts that they delegate to, their last step, and their outcome."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TypeVar

from m3bench.checks import Expected
from m3bench.core import ASK_USER
from m3bench.suites import CallResult, GradedPoint, PlannedCall, Solution, call

_Result = TypeVar("_Result")
Steps = Generator[Sequence[PlannedCall], Sequence[CallResult], _Result]
"""A part of a plan, to be delegated to with `yield from`."""


def ask(*questions: str, uses: Sequence[CallResult] = ()) -> list[PlannedCall]:
    """Return a step that asks the user."""
    return [call(ASK_USER, *uses, question=question) for question in questions]


def read_print(path: str, *uses: CallResult) -> PlannedCall:
    """Return the call that reads what is printed on a picture."""
    return call("ocr/perform_ocr", *uses, input_data=f"${{WORKSPACE}}/{path}")


def revise(path: str, *revision: PlannedCall) -> Steps[None]:
    """Look at a document, change it, one call after the other, and look again."""
    yield [call("render/render_document", path=path)]
    for change in revision:
        yield [change]
    yield [call("render/render_document", path=path)]


def done(summary: str, *artefacts: str, uses: Sequence[CallResult] = ()) -> list[PlannedCall]:
    """Return the last step of a plan: the claim to be done, with the files that were made."""
    made = {"artefacts": list(artefacts)} if artefacts else {}
    return [call("claim-done/claim_done", *uses, summary=summary, **made)]


def solved(answer: str, *points: GradedPoint, **fields: str | float | bool | Expected | None) -> Solution:
    """Return the outcome of a plan. Fields that are not given as `Expected` are stated by results."""
    expected = {
        name: value if isinstance(value, Expected) else Expected(value) for name, value in fields.items()
    }
    return Solution(answer, fields=expected, points=points)
