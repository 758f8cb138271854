"""Checks of answers, beyond what is spoiled for them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.checks import (
    AnswerJson,
    AnswerMustNot,
    AnswerNames,
    AnswerNumber,
    AnswerRefuses,
    Check,
    Claim,
    Claims,
    Evidence,
    LiveNumber,
    Quantity,
    Tolerance,
)
from m3bench.checks.lookup import LookupFailed
from m3bench.core import Data, Result, Task, Text, Trajectory
from tests.checks.outcomes import evidence_of

NOWHERE = Path("/nowhere")


def holds(check: Check, answer: str) -> bool:
    return check.evaluate(evidence_of(NOWHERE, answer)).passed


@pytest.mark.parametrize(
    ("check", "right", "wrong"),
    [
        (AnswerNumber(5, unit=("kg", "kilogram")), "5 kilograms", "5 kilometres"),
        (AnswerNumber(5, unit=("kg",)), "weight (kg): 5", "5 g and 3 kg"),
        (AnswerNumber(12, unit=("%",)), "twelve per cent", "12 points"),
        (AnswerNumber(300, unit=("K", "kelvin")), "300K", "300"),
        (AnswerNumber(12, unit=("dollar",)), "12 US dollars", "12 euros"),
        (AnswerNumber(3, near=("banana",)), "Apple: 5, banana: 3", "Apple: 3, banana: 5"),
        (AnswerNumber(3, near=("banana",)), "| apple | 5 |\n| banana | 3 |", "| apple | 3 |\n| banana | 5 |"),
        (AnswerNumber(5, near=("banana", "price")), "**Banana**\n- price: 5", "**Banana**\n- price: 6"),
        (
            AnswerNumber(5, near=("total",)),
            "As of May 5, the total is 5.",
            "The total of May 5, 2026 is open.",
        ),
        (AnswerNumber(1998, near=("published",)), "It was published on 3 May 1998.", "published in 1999"),
        (AnswerNumber(100, Tolerance(relative=0.05)), "104.9", "105.1"),
        (AnswerNumber(1234.5), "1.234,50", "12,345"),
        (AnswerNames(none_of=("Fuji",)), "It is Gala", "It is fuji!"),
        (AnswerNames(any_of=("Fuji", "Gala")), "a gala", "a galaxy"),
        (AnswerRefuses(), "I can't find it.", "It is the Gala."),
        (AnswerRefuses(), "There are no results for that.", "No wonder: the result is 5."),
        (AnswerJson({"a.b.1": "x y"}), 'So: {"a": {"b": [1, "X-Y"]}} as asked', '{"a": {"b": [1, "z"]}}'),
        (AnswerJson({"l": [1, 2]}, ordered=False), '{} {"l": [2, 1]}', '{"l": [2, 2]}'),
        (AnswerJson({"x": None}), '{"x": null}', '{"x": 0}'),
        (AnswerMustNot((Claim("c", ("Fuji",)),)), "It is not a Fuji, but a Gala.", "It is a Fuji."),
    ],
)
def test_right_and_wrong(check: Check, right: str, wrong: str) -> None:
    assert holds(check, right)
    assert not holds(check, wrong)


def test_claims_of_the_same_words_count_one_by_one() -> None:
    claims = Claims((Claim("a price", ("apple",)), Claim("a price", ("pear",))))
    assert claims.evaluate(evidence_of(NOWHERE, "apple and pear")).share == 1.0
    assert claims.evaluate(evidence_of(NOWHERE, "apple alone")).share == 0.5


def test_claims_give_a_share_and_say_what_is_missing() -> None:
    claims = Claims(
        (Claim("colour", ("red",)), Claim("weight", number=Quantity(5, unit=("kg",)))), at_least=0.5
    )
    verdict = claims.evaluate(evidence_of(NOWHERE, "It is red and weighs 6 kg."))
    assert verdict.passed
    assert verdict.share == 0.5
    assert "“weight”: says 6; expected 5 kg" in verdict.reason
    assert "colour" not in verdict.details["missing"]


def asking(result: Result, answer: str) -> Evidence:
    def ask(tool: str, arguments: dict[str, Any]) -> Result:
        assert (tool, arguments) == ("shop/price", {"id": 1})
        return result

    return Evidence(Task(id="t"), Trajectory(task_id="t", answer=answer), NOWHERE, {}, ask)


@pytest.mark.parametrize("part", [Data({"quotes": [{"price": 12.5}]}), Text('{"quotes": [{"price": 12.5}]}')])
def test_what_changes_is_asked_again(part: Data | Text) -> None:
    check = AnswerNumber(asked=LiveNumber("shop/price", {"id": 1}, "quotes.0.price"))
    assert check.evaluate(asking(Result((part,)), "It costs 12.50.")).passed
    assert not check.evaluate(asking(Result((part,)), "It costs 12.60.")).passed


@pytest.mark.parametrize("result", [Result((Text("down"),), is_error=True), Result((Text("no number"),))])
def test_a_tool_that_does_not_answer_is_not_the_agents_fault(result: Result) -> None:
    check = AnswerNumber(asked=LiveNumber("shop/price", {"id": 1}, "price"))
    with pytest.raises(LookupFailed):
        check.evaluate(asking(result, "12"))
    with pytest.raises(LookupFailed, match="no servers"):
        check.evaluate(evidence_of(NOWHERE, "12"))


@given(
    st.text(max_size=300) | st.just("[" * 5000) | st.just('{"a":' * 5000) | st.just('{"x": NaN, "y": 1e999}')
)
def test_any_answer_gets_verdicts(answer: str) -> None:
    checks: list[Check] = [
        AnswerNumber(5, unit=("kg",), near=("x",)),
        AnswerJson({"x": 1, "y": 2}),
        AnswerNames(("x",)),
        AnswerRefuses(),
        Claims((Claim("x", ("x",)),)),
        AnswerMustNot((Claim("x", ("x",)),)),
    ]
    assert all(check.evaluate(evidence_of(NOWHERE, answer)).reason for check in checks)
