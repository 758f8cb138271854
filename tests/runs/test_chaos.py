"""Runs that are killed, interrupted, starved and lied to: they end or go on, and the record is right."""

from __future__ import annotations

import json
import random
import resource
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from m3bench import score_many
from m3bench.core import Call, Outcome, Reference, Result, Step, Task, Text, Trajectory, Usage
from m3bench.formats import write
from m3bench.models import Reply
from m3bench.runs import FinishedAttempt, Key, RunResult, final_attempts, read_journal, read_run
from m3bench.testing.provider import FakeProvider, SeenRequest, Stall, Status, rate_limit
from m3bench.testing.provider import Line as FakeLine
from tests.hosting.servers import misbehaving
from tests.runs.processes import DEADLINE, completed, lines_in, run_command, started, wait_for_lines
from tests.runs.sums import sums_file
from tests.volume import FULL, volume

KILLED_TASKS = 300 if FULL else 100
"""More than the kills leave time for: a kill comes after 13 more records at most."""
KEY = {"M3BENCH_API_KEY": "a-key-that-nobody-checks"}


def bare(trajectory: Trajectory) -> object:
    """What must be equal in two runs: all but the times."""
    return [
        [(call.name, call.arguments, call.outcome, call.result) for call in step.calls]
        for step in trajectory.steps
    ]


def scored(result: RunResult) -> object:
    report = score_many(result.trajectories, result.tasks, encoder="hashing")
    return report.total.metrics, [(task.id, task.metrics) for task in report.tasks]


@pytest.mark.slow
def test_a_run_killed_many_times_ends_as_if_undisturbed(tmp_path: Path) -> None:
    tasks = str(sums_file(tmp_path / "tasks.jsonl", KILLED_TASKS))
    killed, undisturbed = tmp_path / "killed", tmp_path / "undisturbed"
    journal = killed / "journal.jsonl"
    dice = random.Random(6)
    options = ["--agent", "noisy:0.3", "--concurrency", "3"]
    for kill in range(volume(20)):
        fresh = [tasks, *options, "--out", str(killed)]
        going_on = ["--resume", str(killed), "--concurrency", "3"]
        process = started(going_on if (killed / "manifest.json").exists() else fresh)
        wanted = lines_in(journal) + dice.randint(0, 13)
        assert wait_for_lines(journal, wanted, process), (kill, process.communicate()[0])
        time.sleep(dice.random() / 200)  # somewhere between two records
        process.kill()
        process.communicate()
    code, said = completed(["--resume", str(killed)])
    assert code == 0, said
    assert completed([tasks, *options, "--out", str(undisturbed)])[0] == 0
    keys = Counter(record.key for record in final_attempts(journal))
    assert keys == Counter({Key(f"sum-{number:04}", 1): 1 for number in range(KILLED_TASKS)})
    assert len(list(read_journal(journal))) == KILLED_TASKS
    resumed, other = read_run(killed), read_run(undisturbed)
    assert [bare(trajectory) for trajectory in resumed.trajectories] == [
        bare(trajectory) for trajectory in other.trajectories
    ]
    assert scored(resumed) == scored(other)
    assert not (killed / "scratch").exists()


def answering(seen: SeenRequest) -> FakeLine:
    return Reply("It cannot be done.", usage=Usage(10, 5, 1, None))


def caller_at(fake: FakeProvider) -> list[str]:
    """The options of a run whose model is the fake provider's."""
    address = fake.url("openai")
    return ["--agent", "caller", "--model", "openai/some", "--no-probe", "--base-url", address]


@pytest.mark.slow
def test_ctrl_c_finishes_what_is_under_way_and_says_how_to_go_on(tmp_path: Path) -> None:
    tasks = str(sums_file(tmp_path / "tasks.jsonl", 8))
    out = tmp_path / "run"
    with FakeProvider(lambda _: Stall(Reply("late"))) as fake:
        model = caller_at(fake)
        process = started([tasks, *model, "--concurrency", "2", "--out", str(out)], KEY)
        try:
            fake.wait_until_seen(2, DEADLINE)
            process.send_signal(signal.SIGINT)
            threading.Timer(0.3, fake.release).start()
            said, _ = process.communicate(timeout=DEADLINE)
            port = urlsplit(fake.url()).port or 0
        finally:
            process.kill()
            process.communicate()
    assert process.returncode == 130, said
    assert f"--resume {out}" in said.replace("\n", "")
    result = read_run(out)
    assert (len(result.trajectories), result.open) == (2, 6)
    with FakeProvider(answering, port=port) as fake:
        code, said = completed(["--resume", str(out)], KEY)
    assert code == 0, said
    assert len(read_run(out).trajectories) == 8


@pytest.mark.slow
def test_a_second_ctrl_c_parks_what_is_under_way(tmp_path: Path) -> None:
    tasks = str(sums_file(tmp_path / "tasks.jsonl", 4))
    out = tmp_path / "run"
    with FakeProvider(lambda _: Stall(Reply("never"))) as fake:
        model = caller_at(fake)
        process = started([tasks, *model, "--out", str(out)], KEY)
        try:
            fake.wait_until_seen(4, DEADLINE)
            process.send_signal(signal.SIGTERM)
            said, _ = process.communicate(timeout=DEADLINE)
        finally:
            process.kill()
            process.communicate()
    assert process.returncode == 130, said
    assert read_run(out).open == 4


@pytest.mark.slow
def test_a_dead_provider_ends_the_run_with_everything_open(tmp_path: Path) -> None:
    tasks = str(sums_file(tmp_path / "tasks.jsonl", 12))
    out = tmp_path / "run"
    with FakeProvider(lambda _: Status(401, {}, b'{"error": {"message": "no such key"}}')) as fake:
        model = caller_at(fake)
        code, said = completed([tasks, *model, "--out", str(out)], KEY)
    assert code == 3, said
    assert KEY["M3BENCH_API_KEY"] not in said
    assert f"--resume {out}" in said.replace("\n", "")
    assert read_run(out).open == 12


@pytest.mark.slow
def test_a_provider_that_refuses_for_a_while_costs_nothing_but_time(tmp_path: Path) -> None:
    """Ten seconds of real time; tests/models/wrappers/test_retries.py has a minute of virtual time."""
    tasks = str(sums_file(tmp_path / "tasks.jsonl", 12))
    out = tmp_path / "run"
    began: list[float] = []

    def refusing_for_a_while(seen: SeenRequest) -> FakeLine:
        began.append(time.monotonic())
        return rate_limit(2) if time.monotonic() - began[0] < 10 else answering(seen)

    with FakeProvider(refusing_for_a_while) as fake:
        model = caller_at(fake)
        code, said = completed([tasks, *model, "--out", str(out)], KEY)
    assert code == 0, said
    result = read_run(out)
    assert (len(result.trajectories), result.unscored, result.open) == (12, (), 0)


FULL_DISK = """
import resource, runpy, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
sys.argv = ["m3bench", *sys.argv[2:]]
runpy.run_module("m3bench", run_name="__main__")
"""


@pytest.mark.slow
def test_a_full_disk_ends_the_run_and_room_lets_it_go_on(tmp_path: Path) -> None:
    tasks = str(sums_file(tmp_path / "tasks.jsonl", 60))
    out = tmp_path / "run"
    command = [sys.executable, "-c", FULL_DISK, "60000", *run_command(tasks, "--agent", "reference")[3:]]
    full = subprocess.run(
        [*command, "--out", str(out)], capture_output=True, text=True, timeout=DEADLINE, check=False
    )
    assert full.returncode == 3, full.stderr
    assert "File too large" in full.stderr
    assert "Traceback" not in full.stderr
    made = lines_in(out / "journal.jsonl")
    assert 0 < made < 60
    code, said = completed(["--resume", str(out)])
    assert code == 0, said
    assert Counter(attempt.task_id for attempt in final_attempts(out / "journal.jsonl")) == {
        f"sum-{number:04}": 1 for number in range(60)
    }
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY


@pytest.mark.slow
def test_a_server_that_dies_at_every_tenth_call_costs_no_agent_a_point(tmp_path: Path) -> None:
    tasks = [echo_task(number, "mortal/echo") for number in range(60)]
    write(tmp_path / "tasks.jsonl", tasks, format="jsonl")
    program = [str(Path(misbehaving.__file__)), "mortal"]
    config = {"mcpServers": {"mortal": {"command": sys.executable, "args": program}}}
    (tmp_path / "mcp.json").write_text(json.dumps(config))
    out = tmp_path / "run"
    given = [
        "--agent",
        "reference",
        "--config",
        str(tmp_path / "mcp.json"),
        "--out",
        str(out),
        "--retries",
        "5",
    ]
    code, said = completed([str(tmp_path / "tasks.jsonl"), *given])
    result = read_run(out)
    # An attempt that fails twice at the same call is not tried again.
    assert code == (3 if result.unscored else 0), said
    assert result.open == 0
    assert len(result.trajectories) + len(result.unscored) == 60
    assert len(result.trajectories) >= 45
    assert all(attempt.status == "server_failure" for attempt in result.unscored)
    assert all(
        bare(trajectory) == bare(echoed(task))
        for trajectory, task in zip(result.trajectories, result.tasks, strict=True)
    )
    failed = [
        record
        for record in read_journal(out / "journal.jsonl")
        if isinstance(record, FinishedAttempt) and record.failed
    ]
    assert failed, "it died, and that is on record"


def echo_task(number: int, tool: str) -> Task:
    steps = tuple(Step((Call(tool, {"text": f"{number} {step}"}),)) for step in range(2))
    return Task(
        id=f"echo-{number}", request="Say it.", servers=("mortal",), references=(Reference(steps=steps),)
    )


def echoed(task: Task) -> Trajectory:
    """What a task's reference brings where nothing fails."""
    steps = tuple(
        Step(
            tuple(
                Call(
                    call.name, call.arguments, None, Result((Text(call.arguments["text"]),)), Outcome.SUCCESS
                )
                for call in step.calls
            )
        )
        for step in task.references[0].steps
    )
    return Trajectory(task_id=task.id, steps=steps)
