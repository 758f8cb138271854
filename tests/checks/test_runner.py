"""All checks of a task, and what happens when one breaks."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import pytest

from m3bench.checks import (
    AnswerNames,
    AnswerNumber,
    Check,
    CheckError,
    Evidence,
    LiveNumber,
    NotCalled,
    Verdict,
    VisionUnavailable,
    all_pass,
    run_checks,
)
from m3bench.core import M3BenchError, UsageError
from tests.checks.outcomes import evidence_of


class Broken(Check, frozen=True):
    kind: ClassVar[str] = "answer"
    about: ClassVar[str] = "is broken"

    def look(self, evidence: Evidence) -> Verdict:
        raise ZeroDivisionError("oh")


class Blind(Check, frozen=True):
    kind: ClassVar[str] = "workspace"
    about: ClassVar[str] = "needs somebody who looks"

    def look(self, evidence: Evidence) -> Verdict:
        raise VisionUnavailable("There is no such key.", "Set another one.")


class Unusable(Check, frozen=True):
    kind: ClassVar[str] = "workspace"
    about: ClassVar[str] = "is used wrongly"

    def look(self, evidence: Evidence) -> Verdict:
        raise UsageError("That is no pattern.")


class Needy(Check, frozen=True):
    kind: ClassVar[str] = "workspace"
    about: ClassVar[str] = "needs a package"
    package: str

    def look(self, evidence: Evidence) -> Verdict:
        raise ModuleNotFoundError(f"No module named {self.package!r}", name=self.package)


def test_a_check_without_its_package_is_undecided_and_says_what_to_install(tmp_path: Path) -> None:
    verdicts = run_checks([Needy("pypdf")], evidence_of(tmp_path))
    assert verdicts.undecided
    assert "pip install 'm3bench[files]'" in verdicts.verdicts[0].reason
    with pytest.raises(CheckError, match="No module named 'nowhere'"):
        run_checks([Needy("nowhere")], evidence_of(tmp_path))


def test_that_nobody_can_ever_look_comes_through_and_nothing_else_does(tmp_path: Path) -> None:
    with pytest.raises(VisionUnavailable, match="no such key"):
        run_checks([Blind()], evidence_of(tmp_path))
    with pytest.raises(CheckError, match=r"unusable of task t .* no pattern"):
        run_checks([Unusable()], evidence_of(tmp_path))


def test_a_broken_check_is_the_harness_failure(tmp_path: Path) -> None:
    with pytest.raises(
        CheckError, match="broken of task t could not be run: ZeroDivisionError: oh"
    ) as caught:
        run_checks([Broken()], evidence_of(tmp_path))
    assert isinstance(caught.value, M3BenchError)
    assert caught.value.hint


def test_a_tool_that_cannot_be_asked_is_named(tmp_path: Path) -> None:
    with pytest.raises(CheckError, match=r"answer_number of task t .* Cannot call shop/price at check time"):
        run_checks([AnswerNumber(asked=LiveNumber("shop/price"))], evidence_of(tmp_path))


def test_success_is_all_of_them_and_at_least_one(tmp_path: Path) -> None:
    evidence = evidence_of(tmp_path, "Gala")
    assert not run_checks([], evidence).passed
    assert run_checks([AnswerNames(("gala",))], evidence).passed
    verdicts = run_checks([AnswerNames(("gala",)), AnswerNames(("fuji",))], evidence)
    assert [verdict.passed for verdict in verdicts.verdicts] == [True, False]
    assert not verdicts.passed
    assert verdicts.coverage is None


def test_who_does_nothing_passes_not_even_what_forbids(tmp_path: Path) -> None:
    verdicts = run_checks([NotCalled("a/b")], evidence_of(tmp_path, None, ()))
    assert not verdicts.passed
    assert "the agent did nothing" in verdicts.verdicts[0].reason


def test_all_pass_ends_at_the_first_that_does_not(tmp_path: Path) -> None:
    right, wrong, evidence = NotCalled("files/read"), AnswerNames(("Oslo",)), evidence_of(tmp_path, "Rome")
    assert all_pass([right], evidence)
    assert not all_pass([wrong, Broken()], evidence)
    assert not all_pass([], evidence)
    with pytest.raises(CheckError, match="oh"):
        all_pass([right, Broken()], evidence)
