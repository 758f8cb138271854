from __future__ import annotations

from datetime import UTC, datetime

import pytest

from m3bench.core import Call, Outcome, Step, Trajectory
from m3bench.judges import Judgement
from m3bench.judges.kinds.rubric import DIMENSIONS
from m3bench.runs.judging.scores import JudgedRun, summarize_judgements
from m3bench.runs.store.judgements import JudgementRecord, JudgeRecord, Panel, history
from tests.runs.sums import sums_task

TASK = sums_task(1)


def panel(*judges: str, prompt: str = "rubric@1") -> Panel:
    return Panel(created=datetime(2026, 1, 1, tzinfo=UTC), judges=judges, prompts=(prompt,))


def said(
    judge: str, scores: dict[str, float] | None, prompt: str = "rubric@1", turn: int = 0, input_: str = "i"
) -> JudgementRecord:
    return JudgementRecord(
        judgement=Judgement(case=TASK.id, judge=judge, prompt=prompt, input=input_, turn=turn, scores=scores)
    )


def of_run(
    records: list[JudgeRecord], outcomes: tuple[Outcome | None, ...] = (Outcome.SUCCESS,)
) -> JudgedRun:
    calls = tuple(Call("math/add", {}, outcome=outcome) for outcome in outcomes)
    trajectory = Trajectory(task_id=TASK.id, steps=(Step(calls),))
    return summarize_judgements(history(records), [trajectory], None)


@pytest.mark.parametrize(
    ("outcomes", "axis"),
    [
        ((Outcome.SUCCESS, Outcome.NOT_FOUND), 1.0),
        # Half of the names are right, all arguments of those fit, half of the calls ran.
        ((Outcome.SUCCESS, Outcome.UNKNOWN_TOOL), (0.5 + 1.0 + 0.5) / 3),
        ((Outcome.SUCCESS, Outcome.INVALID_ARGUMENTS), (1.0 + 0.5 + 0.5) / 3),
        ((Outcome.UNKNOWN_TOOL,), 0.0),
        # The server's fault is nobody's here.
        ((Outcome.SUCCESS, Outcome.SERVER_FAULT), 1.0),
        ((Outcome.SERVER_FAULT,), None),
        ((), None),
    ],
)
def test_the_fourth_axis_is_counted(outcomes: tuple[Outcome, ...], axis: float | None) -> None:
    scores = dict.fromkeys(DIMENSIONS, 5.0)
    rubric = of_run([panel("a"), said("a", scores)], outcomes).rubric[TASK.id]
    assert rubric.axes["schema_understanding"] == (None if axis is None else pytest.approx(axis))
    known = [0.5, 0.5, 0.5] if axis is None else [0.5, 0.5, 0.5, axis]
    assert rubric.overall == pytest.approx(sum(known) / len(known))


def test_readings_of_all_judges_are_averaged() -> None:
    readings = [
        said("a", dict.fromkeys(DIMENSIONS, score), turn=turn) for turn, score in enumerate((2.0, 4.0))
    ]
    judged = of_run(
        [panel("a", "b"), *readings, said("b", dict.fromkeys(DIMENSIONS, 9.0)), said("b", None, turn=1)]
    )
    assert judged.rubric[TASK.id].dimensions["grounding"] == pytest.approx(0.5)
    assert (judged.rubric[TASK.id].readings, judged.rubric[TASK.id].missing, judged.missing) == (3, 1, 1)
    assert judged.reliability["rubric"].between_turns["grounding"].mean_range == 2.0


def test_the_outcome_is_the_share_of_the_judges() -> None:
    prompt = "outcome@1"
    verdicts = (
        ("a", {"consistent": 1.0}),
        ("b", {"consistent": 0.0}),
        ("c", None),
        ("d", {"consistent": 1.0}),
    )
    records: list[JudgeRecord] = [panel("a", "b", "c", "d", prompt=prompt)]
    records += [said(judge, scores, prompt) for judge, scores in verdicts]
    assert of_run(records).outcome == {TASK.id: pytest.approx(2 / 3)}
    assert of_run([panel("c", prompt=prompt), said("c", None, prompt)]).outcome == {TASK.id: None}


def test_a_new_wording_and_a_new_state_of_the_case_replace_the_old() -> None:
    grounding = {"grounding": 0.2}, {"grounding": 0.9}
    old, new = "grounding@1", "grounding@2"
    records: list[JudgeRecord] = [
        panel("a", "b", "c", prompt=old),
        *(said(name, grounding[0], old) for name in "abc"),
    ]
    assert of_run(records).grounding[TASK.id].score == pytest.approx(0.2)
    records += [panel("a", "b", "c", prompt=new), *(said(name, grounding[1], new) for name in "abc")]
    assert of_run(records).grounding[TASK.id].score == pytest.approx(0.9)
    records += [said(name, grounding[0], new, input_="with pictures") for name in "abc"]
    assert of_run(records).grounding[TASK.id].score == pytest.approx(0.2)
    assert of_run(records).asked == 3


def test_attempts_that_are_no_longer_scored_do_not_count() -> None:
    other = Judgement(case="gone", judge="a", prompt="grounding@1", input="i", scores={"grounding": 1.0})
    assert of_run([panel("a", prompt="grounding@1"), JudgementRecord(judgement=other)]).grounding == {}
