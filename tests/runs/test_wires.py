"""Every agent on the smoke suite, over real servers and real HTTP, in the formats of three providers."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.api import score_many
from m3bench.runs import RunLimits, RunResult, read_run, run_settings, start_run
from m3bench.suites import make_suite
from m3bench.testing.provider import FakeProvider
from m3bench_world import World
from tests.runs.puppet import Puppet

pytestmark = pytest.mark.anyio

WIRES = ("openai", "anthropic", "google")
AGENTS = ("executor", "planner", "caller", "caller:prompted", "react", "react:prompted")
QUICK = [("openai", "executor"), ("anthropic", "caller")]
PAIRS = [
    pytest.param(wire, agent, marks=[] if (wire, agent) in QUICK else pytest.mark.slow)
    for wire in WIRES
    for agent in AGENTS
]


async def run_smoke(wire: str, agent: str, path: Path) -> tuple[RunResult, FakeProvider]:
    suite = make_suite("smoke", World())
    async with FakeProvider(Puppet(suite.tasks)) as fake:
        settings = run_settings(suite="smoke", agent=agent, model=f"{wire}/some", base_url=fake.url(wire))
        halt = await start_run(settings, path, limits=RunLimits(retries=0))
    assert halt is None
    return read_run(path), fake


@pytest.mark.parametrize(("wire", "agent"), PAIRS)
async def test_every_agent_solves_the_smoke_tasks(wire: str, agent: str, tmp_path: Path) -> None:
    result, fake = await run_smoke(wire, agent, tmp_path / "run")
    assert fake.refused == []
    assert {seen.wire for seen in fake.seen} == {wire}
    assert result.statuses == {"completed": 6}
    assert result.outcomes == {"not_found": 2, "success": 12}
    report = score_many(result.trajectories, result.tasks, encoder="hashing")
    assert report.total.metrics.average == pytest.approx(1.0)
    assert [trajectory.answer for trajectory in result.trajectories] == [
        task.references[0].answer for task in result.tasks
    ]
    assert [trajectory.fields for trajectory in result.trajectories] == [
        task.references[0].fields for task in result.tasks
    ]
    assert not any("form_repairs" in trajectory.extra for trajectory in result.trajectories)
    assert result.success == 1
    assert result.usage.input_tokens == 100 * len(fake.seen)
    assert result.usage.requests == len(fake.seen)
    assert_pictures_were_sent(result, fake, tmp_path / "run" / "workspaces")


def assert_pictures_were_sent(result: RunResult, fake: FakeProvider, workspaces: Path) -> None:
    """The task's picture, and those that tools made of it."""
    (task,) = [task for task in result.tasks if task.family == "pictures"]
    sent = {part.data for seen in fake.seen for part in seen.media}
    (kept,) = workspaces.iterdir()
    pictures = {path.name: path.read_bytes() for path in kept.glob("*.png")}
    assert pictures.keys() > set(task.images)
    assert set(pictures.values()) <= sent
