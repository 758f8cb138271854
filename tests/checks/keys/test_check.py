"""The check of an answer against the key: code first, a judge only where code cannot decide."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from m3bench.checks import Evidence, Verdicts, is_checked, run_checks, task_checks
from m3bench.core import AnswerKey, KeyMethod, Task, Trajectory
from m3bench.judges import Case, Judgement

QUESTION = "Which city is it?"


class Jury:
    """A judge that says what it is told to, and remembers what it was asked."""

    def __init__(self, score: float | None) -> None:
        self.score, self.asked = score, list[Case]()

    def see(self, criteria: Mapping[str, str], case: Case) -> Judgement:
        assert not criteria
        self.asked.append(case)
        scores = None if self.score is None else {"consistent": self.score}
        return Judgement(
            case=case.id, judge="a judge", prompt="key@1", input=case.digest,
            scores=scores, reason="so", problem="" if scores else "no reply",
        )  # fmt: skip


def judged(said: str | None, jury: Jury | None = None, **task: Any) -> Verdicts:
    made = Task(id="t", request=QUESTION, **({"answer": "Chengdu"} | task))
    trajectory = Trajectory(task_id="t", answer=said, request=QUESTION)
    see = jury.see if jury else None
    return run_checks(task_checks(made), Evidence(made, trajectory, Path("nowhere"), {}, see=see))


def test_a_task_is_checked_by_its_checks_or_by_its_key() -> None:
    listed = [{"check": "answer_names", "all_of": ["Chengdu"]}]
    assert [check.name() for check in task_checks(Task(id="t", answer="x"))] == ["answer_matches_key"]
    assert [check.name() for check in task_checks(Task(id="t", answer="x", extra={"checks": listed}))] == [
        "answer_names"
    ]
    assert task_checks(Task(id="t")) == ()
    keyed = (Task(id="t", answer="x"), Task(id="t", answer=" "), Task(id="t"))
    assert [is_checked(task) for task in keyed] == [
        True, False, False,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("answer", "passed"), [("Chengdu", True), ("Chengdu or Rome", False), ("I cannot say.", False)]
)
def test_what_code_decides_is_not_asked(answer: str, passed: bool) -> None:
    jury = Jury(1)
    verdicts = judged(answer, jury)
    assert (verdicts.passed, verdicts.undecided) == (passed, False)
    if passed:
        assert not jury.asked
        assert not verdicts.needed_judge


@pytest.mark.parametrize(
    ("score", "passed", "undecided"), [(1, True, False), (0, False, False), (None, False, True)]
)
def test_a_judge_decides_what_code_cannot(score: float | None, passed: bool, undecided: bool) -> None:
    jury = Jury(score)
    verdicts = judged("the city of pandas", jury)
    assert (verdicts.passed, verdicts.undecided, verdicts.needed_judge) == (passed, undecided, True)
    assert [(case.request, case.expected, case.answer) for case in jury.asked] == [
        (QUESTION, "Chengdu", "the city of pandas")
    ]
    assert verdicts.verdicts[0].details["judge"] == "a judge"


def test_without_a_judge_it_stays_undecided() -> None:
    verdicts = judged("the city of pandas")
    assert (verdicts.passed, verdicts.undecided, verdicts.needed_judge) == (False, True, True)
    assert "--judge" in verdicts.verdicts[0].reason


def test_a_key_for_code_alone_fails_what_code_cannot_decide() -> None:
    jury = Jury(1)
    verdicts = judged("the city of pandas", jury, answer_key=AnswerKey(method=KeyMethod.EQUIVALENCE))
    assert (verdicts.passed, verdicts.undecided) == (False, False)
    assert not jury.asked


def test_a_key_for_a_program_that_is_not_here_is_undecided() -> None:
    verdicts = judged("Chengdu", Jury(1), answer_key=AnswerKey(method=KeyMethod.SCRIPT))
    assert verdicts.undecided


def test_any_value_of_the_key_is_correct() -> None:
    key = AnswerKey(value=12, also=("a dozen",))
    assert judged("12", answer=None, answer_key=key).passed
    assert judged("a dozen", answer=None, answer_key=key).passed
    assert not judged("13", answer=None, answer_key=key).passed


def test_the_judge_reads_all_values_of_the_key() -> None:
    jury = Jury(1)
    judged(
        "the twelve that everybody knows of, and 3",
        jury,
        answer=None,
        answer_key=AnswerKey(value=12, also=("a dozen",)),
    )
    assert jury.asked[0].expected == '12\nAlso correct: "a dozen"'


@pytest.mark.parametrize("answer", [None, "", "  ", "x" * 20_000])
def test_no_answer_and_a_dump_fail(answer: str | None) -> None:
    verdicts = judged(answer, Jury(1))
    assert (verdicts.passed, verdicts.undecided) == (False, False)
