"""The check passes what it should, fails what it should, and goes through JSON."""

from __future__ import annotations

from pathlib import Path

import pytest
from m3bench_example_check import AnswerPattern

from m3bench.checks import Evidence, read_checks, write_checks
from m3bench.core import FormatError, Task, Trajectory

CHECK = AnswerPattern("ORD-[0-9]{6}", at_least=2)


def evidence(answer: str | None) -> Evidence:
    return Evidence(Task(id="t"), Trajectory(task_id="t", answer=answer), Path(), {})


@pytest.mark.parametrize(
    ("answer", "passed"),
    [
        ("ORD-000001 and ORD-000002", True),
        ("ORD-000001 and ORD-000001", False),
        ("ORD-12", False),
        (None, False),
    ],
)
def test_verdicts(answer: str | None, passed: bool) -> None:
    assert CHECK.evaluate(evidence(answer)).passed is passed


def test_corrupted_outcomes_fail(tmp_path: Path) -> None:
    corrupted = CHECK.corruptions(evidence("ORD-000001 and ORD-000002"), tmp_path)
    assert [what for what, _ in corrupted] == ["no match", "one match, repeated"]
    assert not any(CHECK.evaluate(outcome).passed for _, outcome in corrupted)


def test_it_is_read_back_by_its_name() -> None:
    assert read_checks(write_checks([CHECK]), "task t") == (CHECK,)
    with pytest.raises(FormatError, match="not a regular expression"):
        read_checks([{"check": "answer_pattern", "pattern": "("}], "task t")
