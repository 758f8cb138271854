"""`reference` on real servers."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import m3bench
from m3bench.agents import make_agent
from m3bench.agents.placeholders import fill_placeholders
from m3bench.core import Call, Outcome, Reference, Status, Step, Task, UsageError
from tests.agents.smoke_runs import attempt_with, begin, smoke, task_called
from tests.hosting.processes import run


def test_it_scores_one_on_every_metric_of_every_task(tmp_path: Path) -> None:
    for index, task in enumerate(smoke().tasks):
        trajectory = attempt_with("reference", task, tmp_path / str(index))
        assert trajectory.answer == task.references[0].answer
        assert (trajectory.agent, trajectory.model, trajectory.usage) == ("reference", None, None)
        assert trajectory.status is Status.COMPLETED
        for profile in ("m3", "m3-released") if (task.hops or 0) > 1 else ("m3",):
            assert set(m3bench.score(trajectory, task, profile=profile).metrics.values()) == {1.0}, task.id


def test_calls_of_a_step_are_carried_out_together(tmp_path: Path) -> None:
    task = task_called("air-of-two-cities")
    trajectory = attempt_with("reference", task, tmp_path)
    assert [len(step.calls) for step in trajectory.steps] == [2, 2]
    assert all(call.outcome is Outcome.SUCCESS for _, call in trajectory.calls())


def test_results_of_earlier_times_are_not_taken_over(tmp_path: Path) -> None:
    old = Call("math/add", {"firstNumber": 1, "secondNumber": 2}, result=m3bench.Result(is_error=True))
    task = Task(id="sum", servers=("math",), answer="3", references=(Reference(steps=(Step((old,)),)),))
    trajectory = attempt_with("reference", task, tmp_path)
    (call,) = trajectory.steps[0].calls
    assert call.result is not None
    assert (call.outcome, call.result.text, trajectory.answer) == (Outcome.SUCCESS, "3", "3")


def test_the_workspace_stands_where_its_placeholder_stood(tmp_path: Path) -> None:
    task = task_called("half-in-grey")
    first = task.references[0].steps[0].calls[0]
    whole = Call(first.name, {**first.arguments, "input_path": "${WORKSPACE}/photo.png"})
    changed = msgspec.structs.replace(task, references=(Reference(steps=(Step((whole,)),)),))

    async def work() -> Call:
        attempt = await begin(changed, tmp_path)
        await make_agent("reference").solve(attempt)
        return attempt.steps[0].calls[0]

    call = run(work)
    assert call.arguments["input_path"] == f"{tmp_path}/photo.png"
    assert call.outcome is Outcome.SUCCESS


def test_a_task_without_reference_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="Task bare has no reference"):
        attempt_with("reference", Task(id="bare", servers=("math",)), tmp_path)


def test_it_takes_no_argument() -> None:
    with pytest.raises(UsageError, match="takes no argument"):
        make_agent("reference:2")


def test_placeholders_are_filled_at_any_depth() -> None:
    value = {"paths": ["${WORKSPACE}/a.png", 3, None], "more": {"text": "see ${WORKSPACE}."}, "flag": True}
    shown = {"paths": ["/w/1/a.png", 3, None], "more": {"text": "see /w/1."}, "flag": True}
    assert fill_placeholders(value, Path("/w/1")) == shown
