from __future__ import annotations

from hypothesis import given

from m3bench.core import Reference, Step, Task, Trajectory
from m3bench.encoders import ExactEncoder
from m3bench.scoring import Scorer, find_planning_failures, measure_extras
from tests.scoring import strategies
from tests.scoring.planning.cases import BOOK


@given(strategies.steps)
def test_the_reference_itself_does_not_fail(reference: tuple[Step, ...]) -> None:
    task = Task(id="t", references=(Reference(steps=reference),))
    attempt = Trajectory(task_id="t", steps=reference)
    score = Scorer("m3", ExactEncoder()).score(attempt, task)
    found = {failure.failure.value for failure in find_planning_failures(score, attempt, task, BOOK)}
    assert found == set()


@given(strategies.steps, strategies.steps)
def test_calls_exist_and_the_same_attempt_fails_in_the_same_way(
    made: tuple[Step, ...], reference: tuple[Step, ...]
) -> None:
    task = Task(id="t", references=(Reference(steps=reference),))
    attempt = Trajectory(task_id="t", steps=made)
    scorer = Scorer("m3", ExactEncoder())
    score = scorer.score(attempt, task)
    found = find_planning_failures(score, attempt, task, BOOK)
    assert found == find_planning_failures(score, attempt, task, BOOK)
    for each in found:
        assert all(0 <= call < attempt.call_count for call in each.calls)
        assert all(0 <= call < task.references[0].call_count for call in each.expected_calls)
    report = scorer.score_many([attempt], [task])
    assert measure_extras(report, [attempt], [task], planning=BOOK).planning == {"t": found}
    assert measure_extras(report, [attempt], [task], structure=True).planning == {}
