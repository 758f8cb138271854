"""`idle` does nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

import m3bench
from m3bench.agents import make_agent
from m3bench.core import Status, UsageError
from tests.agents.smoke_runs import attempt_with, smoke


def test_it_completes_without_a_call_or_an_answer(tmp_path: Path) -> None:
    for index, task in enumerate(smoke().tasks):
        trajectory = attempt_with("idle", task, tmp_path / str(index))
        assert (trajectory.steps, trajectory.answer, trajectory.status) == ((), None, Status.COMPLETED)
        assert m3bench.score(trajectory, task).metrics.recall == 0


def test_it_takes_no_argument_and_needs_no_model() -> None:
    assert not make_agent("idle").needs_model
    with pytest.raises(UsageError, match="takes no argument"):
        make_agent("idle:very")
