"""Inspect scorers: the six metrics with their average, and the checks of the task."""

from __future__ import annotations

import functools

import anyio.to_thread
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer
from inspect_ai.solver import TaskState

from m3bench.checks import Verdict
from m3bench.encoders import shared_encoder
from m3bench.integrations.inspect.setup import environment_of
from m3bench.integrations.inspect.transcripts import trajectory_of
from m3bench.runs.engine import check_attempt
from m3bench.scoring import DEFAULT_PROFILE, METRICS, get_profile
from m3bench.scoring import Scorer as TrajectoryScorer
from m3bench.servers import bundled_equivalences, bundled_schemas


@functools.cache
def _measure(profile: str, encoder: str) -> TrajectoryScorer:
    return TrajectoryScorer(
        get_profile(profile),
        shared_encoder(encoder),
        tools=bundled_schemas(),
        equivalences=bundled_equivalences(),
    )


@scorer(metrics={"*": [mean()]})
def trajectory(profile: str = DEFAULT_PROFILE, encoder: str = "minilm") -> Scorer:
    """The six metrics of the trajectory against the task's references."""

    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001 - as Inspect calls it
        environment = environment_of(state)
        made = trajectory_of(state, environment)
        result = await anyio.to_thread.run_sync(
            lambda: _measure(profile, encoder).score(made, environment.task)
        )
        values = {name: getattr(result.metrics, name) for name in (*METRICS, "average")}
        summary = (
            f"{len(result.matches)} of {result.reference_calls} reference calls are matched by "
            f"{result.prediction_calls} calls in {result.prediction_steps} steps."
        )
        return Score(value=values, answer=made.answer, explanation="\n".join([summary, *result.notes]))

    return score


@scorer(metrics=[mean()])
def checks() -> Scorer:
    """Score 1 if all checks of the task pass, with the reason of each check."""

    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001 - as Inspect calls it
        environment = environment_of(state)
        made = trajectory_of(state, environment)
        check = functools.partial(
            check_attempt, environment.task, made,
            environment.outcome, environment.before, environment.world, assets=environment.assets,
        )  # fmt: skip
        verdicts = await anyio.to_thread.run_sync(check)
        if verdicts is None:
            return Score.unscored(answer=made.answer, reason="The task has no checks.")
        reasons = "\n".join(
            f"{_word(verdict)} {verdict.check}: {verdict.reason}" for verdict in verdicts.verdicts
        )
        if verdicts.undecided:
            return Score.unscored(answer=made.answer, reason=reasons)
        return Score(value=float(verdicts.passed), answer=made.answer, explanation=reasons)

    return score


def _word(verdict: Verdict) -> str:
    return "undecided" if verdict.undecided else "pass" if verdict.passed else "fail"
