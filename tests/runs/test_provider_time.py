"""Whose time it is, in whole runs over HTTP: outages, queues and hanging connections cost agents nothing."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from m3bench.core import Status as Ended
from m3bench.core import Usage
from m3bench.models import Reply
from m3bench.runs import (
    FinishedAttempt,
    RunLimits,
    RunSettings,
    final_attempts,
    read_run,
    run_settings,
    start_run,
)
from m3bench.testing.provider import (
    Drip,
    FakeProvider,
    Garbage,
    HangUp,
    Line,
    Script,
    SeenRequest,
    Stall,
    Status,
)
from tests.runs.sums import sums_file

pytestmark = pytest.mark.anyio

ANSWER = Reply("It cannot be done.", usage=Usage(10, 5, 1, None))
SECONDS = 0.6
"""That an agent may work."""


def settings(path: Path, fake: FakeProvider, tasks: int = 1, mode: str = "oracle") -> RunSettings:
    suite = str(sums_file(path / "tasks.jsonl", tasks))
    return run_settings(suite=suite, agent="caller", model="openai/some", base_url=fake.url(), mode=mode)


def after(seconds: float, line: Line) -> tuple[Script, list[float]]:
    """A script that answers with the line for so many seconds, and then as it should."""
    began: list[float] = []

    def script(_: SeenRequest) -> Line:
        began.append(time.monotonic())
        return line if time.monotonic() - began[0] < seconds else ANSWER

    return script, began


def attempt_of(path: Path) -> FinishedAttempt:
    (attempt,) = final_attempts(path / "run" / "journal.jsonl")
    return attempt


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(Status(503), id="503"),
        pytest.param(Garbage(), id="garbage", marks=pytest.mark.slow),
        pytest.param(HangUp(), id="reset", marks=pytest.mark.slow),
    ],
)
async def test_an_outage_longer_than_the_time_out_costs_the_agent_nothing(line: Line, tmp_path: Path) -> None:
    script, began = after(3 * SECONDS, line)
    with FakeProvider(script) as fake:
        limits = RunLimits(task_timeout=SECONDS)
        assert await start_run(settings(tmp_path, fake), tmp_path / "run", limits=limits) is None
    attempt = attempt_of(tmp_path)
    assert attempt.trajectory.status is Ended.COMPLETED
    assert len(began) > 1
    assert attempt.seconds >= attempt.waited > 2 * SECONDS
    assert read_run(tmp_path / "run").waited == attempt.waited


@pytest.mark.slow
async def test_a_connection_that_hangs_costs_the_agent_nothing(tmp_path: Path) -> None:
    lines: list[Line] = [Stall(), ANSWER]
    with FakeProvider(lines) as fake:
        limits = RunLimits(task_timeout=SECONDS, model_timeout=2 * SECONDS)
        assert await start_run(settings(tmp_path, fake), tmp_path / "run", limits=limits) is None
    assert attempt_of(tmp_path).trajectory.status is Ended.COMPLETED


@pytest.mark.slow
async def test_waiting_for_a_slot_costs_the_agent_nothing(tmp_path: Path) -> None:
    """Four tasks share one slot; each reply takes half of what an agent may work, so the last waits long."""
    lock = threading.Lock()

    def script(_: SeenRequest) -> Line:
        with lock:
            time.sleep(SECONDS / 2)
        return ANSWER

    with FakeProvider(script) as fake:
        limits = RunLimits(task_timeout=SECONDS, in_flight=1)
        assert await start_run(settings(tmp_path, fake, 4), tmp_path / "run", limits=limits) is None
    assert read_run(tmp_path / "run").statuses == {"completed": 4}


@pytest.mark.slow
async def test_a_model_that_is_slow_uses_the_agents_time(tmp_path: Path) -> None:
    """Whoever chooses a slow model waits for what it says, and it is paid for."""
    slow = Drip(ANSWER, pause=2 * SECONDS, size=2_000)
    with FakeProvider(lambda _: slow) as fake:
        limits = RunLimits(task_timeout=SECONDS)
        assert await start_run(settings(tmp_path, fake), tmp_path / "run", limits=limits) is None
    attempt = attempt_of(tmp_path)
    assert attempt.trajectory.status is Ended.OUT_OF_BUDGET
    assert attempt.waited < SECONDS
    assert attempt.trajectory.usage == Usage(10, 5, 1, None)


@pytest.mark.slow
async def test_who_never_got_a_reply_is_not_scored(tmp_path: Path) -> None:
    with FakeProvider(lambda _: Stall()) as fake:
        limits = RunLimits(task_timeout=SECONDS / 2, model_timeout=SECONDS, retries=1)
        assert await start_run(settings(tmp_path, fake), tmp_path / "run", limits=limits) is None
        assert len(fake.seen) == 4  # two tries of two requests each
    attempt = attempt_of(tmp_path)
    assert (attempt.trajectory.status, attempt.number) == (Ended.HARNESS_FAILURE, 2)
    assert attempt.trajectory.extra["provider"] is True
    result = read_run(tmp_path / "run")
    assert (result.tasks, len(result.unscored)) == ([], 1)


@pytest.mark.slow
@pytest.mark.usefixtures("own_servers")
async def test_an_outage_before_servers_are_chosen_is_the_providers_too(tmp_path: Path) -> None:
    """In the mode `retrieve` the model is asked before the agent begins."""
    with FakeProvider(lambda _: Status(503)) as fake:
        limits = RunLimits(provider_wait=0.2, retries=1)
        chosen = settings(tmp_path, fake, mode="retrieve:1")
        assert await start_run(chosen, tmp_path / "run", limits=limits) is None
    attempt = attempt_of(tmp_path)
    assert (attempt.trajectory.status, attempt.number) == (Ended.HARNESS_FAILURE, 2)
    assert attempt.trajectory.extra["provider"] is True


@pytest.mark.slow
async def test_pictures_become_notes_for_a_model_of_text(tmp_path: Path) -> None:
    with FakeProvider(lambda _: ANSWER) as fake:
        blind = run_settings(
            suite="smoke", agent="caller", model="openai/some", base_url=fake.url(), text_only=True,
            families=("pictures",),
        )  # fmt: skip
        assert await start_run(blind, tmp_path / "run") is None
        (first, *_) = fake.seen
    assert first.media == ()
    assert "[picture: " in first.conversation
