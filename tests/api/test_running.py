"""Runs from Python: sync and async, with objects in the place of names, and in a notebook."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

import m3bench
from m3bench import RunResult, UsageError
from m3bench.agents import Attempt, Ending
from m3bench.core import Call
from m3bench.testing import ScriptedModel
from tests.runs.sums import sums_file


class Weatherman:
    """Asks for the weather of the place that the request names."""

    name = "weatherman"
    needs_model = False

    async def solve(self, attempt: Attempt) -> Ending:
        place = attempt.request.split(" in ", 1)[1].split(" right now")[0]
        (done,) = await attempt.call([Call("weather/get_weather", {"location": place, "units": "metric"})])
        assert done.result is not None
        now = json.loads(done.result.text)["current"]
        fields = {"temperature": now["temperature"], "humidity": now["humidity_percent"]}
        return Ending(f"{now['temperature']} °C", fields=fields)


class Reciter:
    """Carries out the first reference of a task."""

    name = "reciter"
    needs_model = False

    async def solve(self, attempt: Attempt) -> Ending:
        (reference, *_) = attempt.task.references
        for step in reference.steps:
            await attempt.call(step.calls)
        return Ending(reference.answer, fields=reference.fields)


class Fails(Reciter):
    """Works on the first task only, as one that breaks does."""

    async def solve(self, attempt: Attempt) -> Ending:
        if attempt.task.id != "sum-0000":
            raise RuntimeError("out of order")
        return await super().solve(attempt)


@pytest.mark.slow
def test_an_agent_object_works_on_two_tasks(tmp_path: Path) -> None:
    result = m3bench.run("smoke", Reciter(), limit=2, out=tmp_path / "run")
    assert (len(result.trajectories), result.success, result.halt) == (2, 1.0, None)
    assert result.path == tmp_path / "run"
    assert result.settings.agent == "python:reciter"
    assert {trajectory.agent for trajectory in result.trajectories} == {"reciter"}


@pytest.mark.slow
def test_an_agent_object_does_its_own_work(tmp_path: Path) -> None:
    assert m3bench.run("smoke", Weatherman(), limit=1, out=tmp_path / "run").success == 1.0


def test_a_run_is_read_and_scored(tmp_path: Path) -> None:
    tasks = sums_file(tmp_path / "tasks.jsonl", 2)
    made = m3bench.run(tasks, "reference", out=tmp_path / "run")
    assert m3bench.load_run(tmp_path / "run") == made
    scored = m3bench.score_run(str(tmp_path / "run"), encoder="exact")
    assert scored.report.total.metrics.recall == 1.0
    assert scored.result.tasks == made.tasks
    with pytest.raises(UsageError, match="is not a run folder"):
        m3bench.load_run(tmp_path)


def test_the_async_forms_do_the_same(tmp_path: Path) -> None:
    async def work() -> tuple[RunResult, float, int]:
        tasks = sums_file(tmp_path / "tasks.jsonl", 2)
        await m3bench.run_async(tasks, "reference", out=tmp_path / "run")
        scored = await m3bench.score_run_async(tmp_path / "run", encoder="exact")
        suite = await m3bench.load_suite_async(tasks)
        return await m3bench.load_run_async(tmp_path / "run"), scored.report.total.tasks, len(suite.tasks)

    result, scored, tasks = asyncio.run(work())
    assert (len(result.tasks), scored, tasks) == (2, 2, 2)


def test_the_sync_form_works_where_a_loop_is_running(tmp_path: Path) -> None:
    async def notebook() -> RunResult:
        tasks = sums_file(tmp_path / "tasks.jsonl", 1)
        return m3bench.run(tasks, "reference", out=tmp_path / "run")

    assert len(asyncio.run(notebook()).trajectories) == 1


def test_errors_come_out_of_a_running_loop_as_they_are() -> None:
    async def notebook() -> None:
        m3bench.run("smoke", "refernce")

    with pytest.raises(UsageError, match="Did you mean reference"):
        asyncio.run(notebook())


def test_models_may_be_objects(tmp_path: Path) -> None:
    tasks = sums_file(tmp_path / "tasks.jsonl", 1)
    model = ScriptedModel(lambda _: "Nothing to say.", name="mine")
    result = m3bench.run(tasks, "caller", model=model, out=tmp_path / "run")
    assert result.trajectories[0].model == "mine"


def test_a_run_of_an_agent_object_goes_on_with_that_object_only(tmp_path: Path) -> None:
    tasks, path = sums_file(tmp_path / "tasks.jsonl", 2), tmp_path / "run"
    limits = m3bench.RunLimits(retries=0)
    first = m3bench.run(tasks, Fails(), out=path, limits=limits)
    assert (len(first.trajectories), len(first.unscored)) == (1, 1)
    with pytest.raises(UsageError, match=r"with an agent object, 'reciter'.\nPass the same agent"):
        m3bench.resume(path)
    with pytest.raises(UsageError, match="started with the agent python:reciter, not with python:weatherman"):
        m3bench.resume(path, agent=Weatherman())
    assert len(m3bench.resume(path, agent=Reciter()).trajectories) == 2


@pytest.mark.parametrize(
    ("agent", "said"),
    [
        (Reciter, "Reciter is a class; pass an instance"),
        (object(), r"object has no name \(str\)"),
        (type("Mute", (), {"name": "mute", "needs_model": False})(), "Mute has no method solve"),
    ],
)
def test_what_is_no_agent_is_refused(agent: object, said: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=said):
        m3bench.run("smoke", agent, out=tmp_path / "run")  # type: ignore[arg-type]
    assert not (tmp_path / "run").exists()


def test_wrong_options_are_named() -> None:
    with pytest.raises(UsageError, match=r"no option 'epoch'.\nDid you mean epochs"):
        m3bench.run("smoke", "idle", epoch=2)


@pytest.mark.slow
def test_suites_are_loaded_by_name() -> None:
    suite = m3bench.load_suite("smoke")
    assert (suite.name, len(suite.tasks)) == ("smoke", 6)
    assert m3bench.load_suite("smoke", world_seed=8).digest != suite.digest
    with pytest.raises(UsageError, match="no suite 'smoky'"):
        m3bench.load_suite("smoky")
