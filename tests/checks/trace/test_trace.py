"""Checks of calls, beyond what is spoiled for them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.checks import ArgumentFromPicture, ArgumentFromResult, Called, CalledBefore, Check, NotCalled
from m3bench.checks.trace.matchers import fits
from m3bench.core import ARTEFACTS_KEY, Call, Outcome, Result, Step
from tests.checks.outcomes import call, evidence_of

NOWHERE = Path("/nowhere")


def holds(check: Check, *steps: Step) -> bool:
    return check.evaluate(evidence_of(NOWHERE, "done", steps)).passed


@pytest.mark.parametrize(
    ("expected", "right", "wrong"),
    [
        ("a.png", "${WORKSPACE}/a.png", "b.png"),
        ("New York", "new york", "York"),
        (5, "5", 5.1),
        ({"$near": 5, "relative": 0.1}, 5.4, 5.6),
        ({"$regex": "^B0"}, "B07", "A07"),
        ({"$contains": "apple"}, "red apples", "pear"),
        ({"$one_of": [1, {"$regex": "^x"}]}, "xy", 2),
        ({"$any": True}, False, None),
        ({"a": [1, "x"]}, {"a": [1, "X"], "b": 2}, {"a": [1]}),
        (True, True, 1),
    ],
)
def test_arguments_fit_or_not(expected: Any, right: Any, wrong: Any) -> None:
    assert fits(right, expected)
    assert not fits(wrong, expected)


def test_arguments_as_a_json_string_and_paths_into_objects() -> None:
    check = Called("a/b", {"where.city": "Skagen"})
    assert holds(check, Step((call("a/b", '{"where": {"city": "Skagen"}}'),)))
    assert not holds(check, Step((call("a/b", "Skagen"),)))


def test_failures_count_where_they_are_asked_for() -> None:
    failed = Step((call("a/b", {}, outcome=Outcome.NOT_FOUND),))
    assert not holds(Called("a/b"), failed)
    assert holds(Called("a/b", succeeded=False), failed)
    assert holds(Called("a/b", succeeded=None), failed)
    assert holds(Called("a/b", at_least=0, at_most=0), failed)
    assert not holds(NotCalled("a/*"), failed)
    assert not holds(Called("a/b"), Step((Call("a/b"),)))


def test_only_answers_count_for_the_order() -> None:
    first, then = call("a/first", {}), call("a/then", {})
    early = call("a/then", {}, outcome=Outcome.INVALID_ARGUMENTS)
    assert holds(CalledBefore("a/first", "a/then"), Step((early,)), Step((first,)), Step((then,)))
    assert not holds(CalledBefore("a/first", "a/then"), Step((first, then)))


def test_arguments_come_from_earlier_steps_only() -> None:
    source, use = call("a/find", {}, {"ids": [7, 12]}, "name: Bo Li"), call("a/use", {"ids": [12, 7]})
    check = ArgumentFromResult("a/use", "ids", "a/find")
    assert holds(check, Step((source,)), Step((use,)))
    assert not holds(check, Step((source, use)))
    assert not holds(check, Step((source,)), Step((call("a/use", {"ids": [12, 8]}),)))
    assert holds(
        ArgumentFromResult("a/use", "who", "a/find"), Step((source,)), Step((call("a/use", {"who": "Li"}),))
    )
    other = call("a/use", {"ids": [1]})
    assert holds(check, Step((source,)), Step((use, other)))
    assert not holds(
        ArgumentFromResult("a/use", "ids", "a/find", every=True), Step((source,)), Step((use, other))
    )


def test_values_of_the_picture_may_be_spelled_nearly() -> None:
    check = ArgumentFromPicture("a/find", "query", ("Braeburn", "4006381333931"))
    assert holds(check, Step((call("a/find", {"query": "breaburn apples"}),)))
    assert holds(check, Step((call("a/find", {"query": 4006381333931}),)))
    assert not holds(check, Step((call("a/find", {"query": "4006381333932"}),)))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["x", "y"]), JSON) | JSON)
def test_any_arguments_get_verdicts(arguments: Any) -> None:
    steps = (Step((call("a/find", {}, "x"),)), Step((call("a/b", arguments, "x"),)))
    checks: list[Check] = [
        Called("a/b", {"x": 5, "y.x": {"$regex": "x"}}),
        Called("a/b", {"x": {"$near": 5}, "y": {"$contains": "x"}}),
        ArgumentFromResult("a/b", "x", "a/find"),
        ArgumentFromPicture("a/b", "x", ("y",)),
    ]
    assert all(check.evaluate(evidence_of(NOWHERE, "done", steps)).reason for check in checks)


def test_absurd_numbers_and_depths_get_verdicts() -> None:
    deep: Any = "x"
    for _ in range(5000):
        deep = [deep]
    steps = (Step((call("a/find", {}, "x"),)), Step((call("a/b", {"x": [10**400, deep]}, "x"),)))
    assert not holds(ArgumentFromResult("a/b", "x", "a/find"), *steps)
    assert not holds(ArgumentFromPicture("a/b", "x", ("y",)), *steps)


def wrote(made: str, name: str = "pdf/stamp", /, **arguments: Any) -> Call:
    meta = {ARTEFACTS_KEY: {"wrote": [made]}}
    return Call(name, arguments, result=Result((), meta=meta), outcome=Outcome.SUCCESS)


RIGHT = {"path": "lease.pdf", "picture": "ada.png"}
WRONG = {"path": "lease.pdf", "picture": "bob.png"}
STAMPED = Called("pdf/stamp", {"picture": "ada.png"}, made="signed.pdf")


@pytest.mark.parametrize(
    ("calls", "counts"),
    [
        ([wrote("signed.pdf", output="signed.pdf", **RIGHT)], True),
        ([wrote("copy.pdf", output="copy.pdf", **RIGHT)], False),
        (
            [
                wrote("copy.pdf", output="copy.pdf", **RIGHT),
                wrote("signed.pdf", "files/move", source="copy.pdf", target="signed.pdf"),
            ],
            True,
        ),
        (
            [
                wrote("copy.pdf", output="copy.pdf", **RIGHT),
                wrote("signed.pdf", output="signed.pdf", **WRONG),
            ],
            False,
        ),
        (
            [
                wrote("signed.pdf", output="signed.pdf", **RIGHT),
                wrote("signed.pdf", output="signed.pdf", **WRONG),
            ],
            False,
        ),
        (
            [
                wrote("signed.pdf", output="signed.pdf", **RIGHT),
                wrote("signed.pdf", "pdf/write", path="signed.pdf", text="Linz"),
            ],
            True,
        ),
        (
            [
                wrote("signed.pdf", output="signed.pdf", **WRONG),
                wrote("signed.pdf", output="signed.pdf", **RIGHT),
            ],
            True,
        ),
    ],
    ids=["made", "another file", "moved", "two files", "made anew", "went on", "corrected"],
)
def test_only_calls_count_whose_work_is_in_the_file(calls: list[Call], counts: bool) -> None:
    assert holds(STAMPED, *(Step((call,)) for call in calls)) is counts


def test_the_reason_names_the_file() -> None:
    step = Step((wrote("copy.pdf", output="copy.pdf", **RIGHT),))
    verdict = STAMPED.evaluate(evidence_of(NOWHERE, "done", (step,)))
    assert "was called 0 times with" in verdict.reason
    assert "for signed.pdf" in verdict.reason
