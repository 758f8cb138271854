"""Remarks about runs that cannot be what they say, and none about honest ones."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from m3bench.agents import AGENTS, BASELINES, make_agent
from m3bench.cli import app
from m3bench.core import Call, Reference, Step, Task, Timing, Trajectory, Usage
from m3bench.formats import write
from m3bench.models import Reply
from m3bench.runs import FinishedAttempt, RunSettings, run_settings
from m3bench.submissions.evidence import Evidence
from m3bench.submissions.plausibility import ASKING, UNSEEN, contradictions, doubts
from m3bench.testing.provider import FakeProvider
from tests.runs.sums import sums_task
from tests.submissions.bundles import bundle, verified

CALL = Call("a/b", {"x": 1})
TASK = Task(id="t", request="?", references=(Reference(steps=(Step((CALL,)),), answer="It is 5."),))
USAGE = Usage(100, 10, 2, 0.1)


def settings(agent: str = "executor", model: str | None = "openai/gpt-9") -> RunSettings:
    return run_settings(suite="smoke", agent=agent, model=model)


def attempt(answer: str = "About 5.", steps: int = 2, *, pause: float = 1.0) -> FinishedAttempt:
    """An honest attempt."""
    timings = [Timing(number * (pause + 1), number * (pause + 1) + 1) for number in range(steps)]
    calls = [msgspec.structs.replace(CALL, timing=timing) for timing in timings]
    return FinishedAttempt(
        task_id="t",
        seconds=9.0,
        trajectory=Trajectory(
            task_id="t",
            steps=tuple(Step((call,)) for call in calls),
            answer=answer,
            agent="executor",
            usage=USAGE,
        ),
        transcript="0" * 64,
        reply_seconds=(1.0, 1.2),
    )


def evidence(*attempts: FinishedAttempt) -> Evidence:
    facts = Evidence()
    for made in attempts:
        facts.add(made, TASK)
    return facts


def without_requests(made: FinishedAttempt) -> FinishedAttempt:
    trajectory = msgspec.structs.replace(made.trajectory, usage=None)
    return msgspec.structs.replace(made, trajectory=trajectory, transcript=None, reply_seconds=())


def test_agents_are_known_by_how_they_ask() -> None:
    others = set(AGENTS) - set(BASELINES) - UNSEEN
    assert {name for name in others if make_agent(name).needs_model} == ASKING
    assert not ASKING & set(BASELINES)


def test_an_honest_run_has_no_remarks() -> None:
    facts = evidence(*[attempt() for _ in range(8)])
    assert list(contradictions(settings(), facts)) == []
    assert list(doubts(settings(), USAGE, facts)) == []


def test_a_local_model_of_unknown_cost_has_no_remarks() -> None:
    facts = evidence(*[attempt() for _ in range(8)])
    assert list(doubts(settings(), Usage(100, 10, 2, None), facts)) == []


@pytest.mark.parametrize("agent", ["blind", "retrieval", "idle"])
def test_baselines_need_no_requests(agent: str) -> None:
    facts = evidence(*[without_requests(attempt(pause=0.0001)) for _ in range(8)])
    assert list(contradictions(settings(agent, None), facts)) == []
    assert list(doubts(settings(agent, None), Usage(0, 0, 0, 0.0), facts)) == []


def test_programs_ask_by_themselves() -> None:
    facts = evidence(*[without_requests(attempt()) for _ in range(8)])
    assert list(contradictions(settings("command:./agent"), facts)) == []
    (remark,) = doubts(settings("command:./agent"), Usage(0, 0, 0, 0.0), facts)
    assert "cannot see the requests" in remark


def test_one_attempt_without_a_request_is_enough() -> None:
    facts = evidence(*[attempt() for _ in range(7)], without_requests(attempt()))
    (why,) = contradictions(settings(), facts)
    assert why.startswith("1 of 8 attempts acted without a request")


def test_attempts_that_never_began_need_no_request() -> None:
    empty = without_requests(attempt(answer="", steps=0))
    assert list(contradictions(settings(), evidence(empty, attempt()))) == []


@pytest.mark.parametrize(
    ("equal", "of", "strong", "weak"),
    [
        (8, 8, True, False),
        (7, 8, True, False),
        (4, 8, False, True),
        (1, 8, False, False),
        (4, 4, False, False),
    ],
)
def test_answers_to_the_byte(equal: int, of: int, *, strong: bool, weak: bool) -> None:
    same = [attempt("It is 5.", steps=1) for _ in range(equal)]
    facts = evidence(*same, *[attempt() for _ in range(of - equal)])
    assert any("to the byte" in why for why in contradictions(settings(), facts)) is strong
    assert any("to the byte" in why for why in doubts(settings(), USAGE, facts)) is weak


def test_unusual_numbers_are_shown() -> None:
    def odd(made: FinishedAttempt) -> FinishedAttempt:
        return msgspec.structs.replace(made, reply_seconds=(0.001, 0.001), transcript=None)

    facts = evidence(*[odd(attempt(pause=0.0005)) for _ in range(8)])
    assert list(doubts(settings(), Usage(100, 10, 2, 0.0), facts)) == [
        "8 of 8 attempts have no transcript",
        "replies after 1.0 ms (median): too fast for a model",
        "next calls after 0.5 ms (median): too fast for a model",
        "all replies after exactly 0.001 s",
        "110 tokens for no cost",
    ]


def test_a_run_with_a_model_is_not_in_doubt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A real loop against a fake provider records what m3bench looks for."""
    monkeypatch.setenv("M3BENCH_API_KEY", "sk-test-0123456789")
    suite, out = tmp_path / "tasks.jsonl", tmp_path / "run"
    write(suite, [sums_task(number) for number in range(2)], format="jsonl")
    with FakeProvider(lambda _: Reply("It is 5.", usage=Usage(10, 5, 1, None))) as provider:
        named = ["--agent", "caller", "--model", "openai/some", "--base-url", provider.url()]
        made = CliRunner().invoke(app, ["run", str(suite), *named, "--out", str(out)])
    assert made.exit_code == 0, (made.output, made.exception)
    (run,) = verified(bundle(tmp_path, run=out), tmp_path).runs
    assert run.remarks == ("not all tasks of a released or revealed suite",)
    assert run.doubts == ()
