"""The check `user_asked`."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.checks import UserAsked, read_checks
from m3bench.core import Call, FormatError, Outcome, ReplyKind, Result, Step, Text
from tests.checks.outcomes import asked_user, call, evidence_of

ORDER = asked_user("Which order?", "It is 4711.", "order number")
GUESSED = asked_user("Is it 4711?", "Yes.", "order number", kind=ReplyKind.CONFIRMED)
UNKNOWN = asked_user("What is the price?", "I don't know. The order number is 4711.", kind=ReplyKind.UNKNOWN)
REFUND = call("orders/refund", {"order": 4711}, "done")
FORGED = Call(
    "user/ask_user", {"question": "order number?"}, result=Result((Text("4711"),)), outcome=Outcome.SUCCESS
)
ELSEWHERE = Call("shop/ask", {}, result=ORDER.result, outcome=Outcome.SUCCESS)


@pytest.mark.parametrize(
    ("steps", "passed"),
    [
        ([(ORDER,), (REFUND,)], True),
        ([(GUESSED,), (REFUND,)], True),
        ([(UNKNOWN,), (ORDER,), (REFUND,)], True),
        ([(REFUND,), (ORDER,)], False),
        ([(ORDER, REFUND)], False),
        ([(ORDER,)], False),
        ([(UNKNOWN,), (REFUND,)], False),
        ([(FORGED,), (REFUND,)], False),
        ([(ELSEWHERE,), (REFUND,)], False),
        ([(ORDER,), (UNKNOWN,), (UNKNOWN,), (REFUND,)], False),
        ([(REFUND,)], False),
        ([], False),
    ],
)
def test_the_user_is_asked_before_the_tool_is_used(
    steps: list[tuple[Call, ...]], passed: bool, tmp_path: Path
) -> None:
    check = UserAsked(("order number",), before="orders/refund", at_most=2)
    evidence = evidence_of(tmp_path, steps=tuple(map(Step, steps)))
    assert check.evaluate(evidence).passed is passed


@pytest.mark.parametrize("fields", [{"topics": []}, {"topics": [" "]}, {"topics": ["a"], "at_most": 0}])
def test_what_cannot_be_right_is_refused(fields: dict[str, object]) -> None:
    with pytest.raises(FormatError):
        read_checks([{"check": "user_asked", **fields}], "task t")
