"""`m3bench gateway --suite`: one task for one client, checked and scored as a run."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import httpx
import msgspec
import pytest

from m3bench.agents.external import AttemptGateway
from m3bench.checks import AnswerNumber, write_checks
from m3bench.cli.exit_codes import ExitCode
from m3bench.cli.running.gateway_task import Family
from m3bench.core import Status
from m3bench.formats import read_trajectories, write
from m3bench.runs import DropReason, RunResult, read_run
from tests.cli.command import run_command
from tests.cli.gateway_process import BEARER, HANDSHAKE, KEY, Raw, address_of
from tests.hanging import HANG_SECONDS
from tests.runs.sums import sums_task

Work = Callable[[AttemptGateway], Awaitable[None]]
SUM = {"firstNumber": 100, "secondNumber": 1}
KINDS = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream", **BEARER}


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    extra = {"checks": write_checks((AnswerNumber(101),))}
    tasks = [msgspec.structs.replace(sums_task(number), extra=extra) for number in range(3)]
    write(tmp_path / "sums.jsonl", tasks, format="jsonl")
    return tmp_path / "sums.jsonl"


@pytest.fixture(autouse=True)
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("m3bench.cli.running.gateway_task.detach", lambda: Family(os.getppid()))


def words(suite: Path, *more: str) -> list[str]:
    return ["gateway", "--suite", str(suite), "--task", "sum-0001", "--out", str(suite.parent / "run"), *more]


@pytest.fixture
def attempted(suite: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[str, RunResult]]:
    """Runs the command with a client in this process; returns what was said, and the run."""

    def attempt(work: Work, *more: str, code: ExitCode = ExitCode.OK) -> tuple[str, RunResult]:
        async def serve(gateway: AttemptGateway, **_: Any) -> None:
            await work(gateway)
            await gateway.save()

        monkeypatch.setattr("m3bench.hosting.gateway.serve_client", serve)
        done = run_command(*words(suite, *more), code=code)
        assert done.stdout == ""  # it belongs to the client
        return done.stderr, read_run(suite.parent / "run")

    return attempt


Attempted = Callable[..., tuple[str, RunResult]]


async def add(gateway: AttemptGateway) -> None:
    gateway.register_client("by-hand", "1")
    assert gateway.assignment is not None
    assert gateway.assignment.request == "Add some numbers, starting from 100."
    await gateway.call("math__add", SUM)


async def solve(gateway: AttemptGateway) -> None:
    await add(gateway)
    await gateway.submit("It is 101.")


def test_an_answer_is_checked_and_scored(attempted: Attempted, suite: Path) -> None:
    record = suite.parent / "record.jsonl"
    said, result = attempted(solve, "--record", str(record))
    assert "success: 1.000 (1 of 1 attempts pass all checks" in said
    assert "check passed: answer_number:" in said
    assert f"The run is in {suite.parent / 'run'}" in said.replace("\n", "")
    (trajectory,) = result.trajectories
    assert (trajectory.task_id, trajectory.answer) == ("sum-0001", "It is 101.")
    assert (trajectory.extra["client"], trajectory.agent) == ("by-hand 1", "gateway")
    (recorded,) = read_trajectories(record)
    assert recorded.answer == trajectory.answer
    scores = run_command("score", str(suite.parent / "run"), "--fail-under", "success=1").stdout
    assert "gate met: success 1.000" in scores


def test_a_client_that_leaves_without_an_answer_has_failed(attempted: Attempted) -> None:
    said, result = attempted(add)
    assert "success: 0.000 (0 of 1" in said
    (trajectory,) = result.trajectories
    assert trajectory.status is Status.AGENT_FAILURE
    assert trajectory.extra["reason"] == "the client left without an answer"
    assert trajectory.call_count == 1


def test_a_signal_ends_the_attempt_and_loses_nothing(attempted: Attempted) -> None:
    async def interrupted(gateway: AttemptGateway) -> None:
        await solve(gateway)
        os.kill(os.getpid(), signal.SIGTERM)
        os.kill(os.getpid(), signal.SIGINT)
        await anyio.sleep_forever()

    said, result = attempted(interrupted)
    assert "success: 1.000" in said
    assert result.trajectories[0].call_count == 1


def test_without_a_client_there_is_nothing_to_score(attempted: Attempted) -> None:
    async def nobody(_: AttemptGateway) -> None:
        return

    said, result = attempted(nobody, code=ExitCode.INCOMPLETE)
    assert "The attempt could not be scored." in said
    (dropped,) = result.dropped
    assert (dropped.why, dropped.detail) == (
        DropReason.HARNESS_FAILURE,
        "no client connected to the gateway",
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--suite", "SUITE", "--task", "sum-001"), "Did you mean sum-0001"),
        (("--suite", "SUITE"), "holds 3 tasks"),
        (("--suite", "smok", "--task", "x"), "Did you mean smoke?"),
        (("--suite", "SUITE", "--task", "sum-0001", "--id", "sum-0001"), "are the same"),
        (("math", "--suite", "SUITE", "--task", "sum-0001"), "those of the task"),
        (("--suite", "SUITE", "--task", "sum-0001", "--request", "Hello"), "those of the task"),
        (("--suite", "SUITE", "--task", "sum-0001", "--user", "gpt"), "cannot play the user"),
        (("--suite", "SUITE", "--task", "sum-0001", "--out", "."), "not empty"),
        (("math", "--out", "run"), "are for a task of a suite"),
        (("math", "--task", "m3/movies/7-0"), "name its suite too"),
    ],
)
def test_wrong_options_are_refused(suite: Path, arguments: tuple[str, ...], message: str) -> None:
    given = [str(suite) if word == "SUITE" else word for word in arguments]
    done = run_command("gateway", *given, code=ExitCode.USAGE, folder=suite.parent)
    assert message in done.stderr.replace("\n", " ")
    assert not (suite.parent / "run").exists()


# With a process and a real client


@pytest.mark.slow
@pytest.mark.parametrize("number", [None, signal.SIGTERM, signal.SIGKILL])
def test_a_client_over_standard_input_and_output(tmp_path: Path, number: signal.Signals | None) -> None:
    """A task with a picture. Whatever the client does to the process, the run is kept."""
    pipe, words = subprocess.PIPE, ["--suite", "smoke", "--task", "smoke/half-in-grey", "--out", "run"]
    command = [sys.executable, "-m", "m3bench", "gateway", *words]
    with subprocess.Popen(
        command, cwd=tmp_path, text=True, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
    ) as process:
        try:
            raw = Raw(process)
            raw.shake_hands()
            given = raw.ask(1, "tools/call", name="get_task", arguments={})["result"]["content"]
            assert "image" in [part["type"] for part in given]
            if number is None:
                raw.stdin.close()
            else:
                os.killpg(process.pid, number)
            said = raw.stderr.read()  # to the end of the process that finishes the run
            assert process.wait(HANG_SECONDS) == (-number if number is signal.SIGKILL else 0)
        finally:
            process.kill()
    assert "success: 0.000 (0 of 1 attempts pass all checks" in said
    assert "check failed: " in said
    assert "The run is in run" in said
    (trajectory,) = read_run(tmp_path / "run").trajectories
    assert trajectory.extra["reason"] == "the client left without an answer"


@pytest.mark.slow
@pytest.mark.parametrize("is_answered", [True, False])
def test_a_client_over_http(suite: Path, is_answered: bool) -> None:

    pipe = subprocess.PIPE
    command = [sys.executable, "-m", "m3bench", *words(suite, "--http", "0")]
    environment = {**os.environ, "M3BENCH_GATEWAY_TOKEN": KEY}
    with subprocess.Popen(
        command, text=True, stdin=pipe, stdout=pipe, stderr=pipe, env=environment
    ) as process:
        try:
            raw = Raw(process)
            address = address_of(raw)
            first = httpx.post(address, headers=KINDS, json=HANDSHAKE)
            session = {**KINDS, "Mcp-Session-Id": first.headers["Mcp-Session-Id"]}
            httpx.post(
                address, headers=session, json={"jsonrpc": "2.0", "method": "notifications/initialized"}
            )
            call = {"name": "submit_answer", "arguments": {"answer": "It is 101."}}
            body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
            if is_answered:
                assert httpx.post(address, headers=session, json=body).status_code == 200
            else:
                process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=HANG_SECONDS)
            assert process.returncode == 0, err
            assert f"success: {is_answered:.3f}" in out
        finally:
            process.kill()
