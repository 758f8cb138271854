"""Machines without room, descriptors, memory or a steady clock, stopped servers, and one folder for two runs.

Whatever happens, a run ends with a message and a documented status, and a resume completes it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from m3bench.core import Call, Reference, Status, Step, Task
from m3bench.formats import write
from m3bench.hosting import sandbox_problem
from m3bench.runs import FinishedAttempt, final_attempts, read_journal
from tests.hosting.servers import misbehaving
from tests.runs.processes import DEADLINE, completed, run_command, started, wait_for_lines
from tests.runs.sums import sums_file
from tests.volume import sample

TASKS = 12
SUMS = [f"sum-{number:04}" for number in range(TASKS)]
LIMITED = """
import resource, runpy, sys
resource.setrlimit(getattr(resource, sys.argv[1]), (int(sys.argv[2]), int(sys.argv[2])))
sys.argv = ["m3bench", *sys.argv[3:]]
runpy.run_module("m3bench", run_name="__main__")
"""
DAY = 86_400


def limited(limit: str, value: int, *arguments: str) -> tuple[int, str]:
    """Return the exit code and the output of a run under a limit of the system."""
    command = [sys.executable, "-c", LIMITED, limit, str(value), *run_command(*arguments)[3:]]
    done = subprocess.run(command, capture_output=True, text=True, timeout=DEADLINE, check=False)
    return done.returncode, done.stdout + done.stderr


def assert_completes(out: Path, tasks: Sequence[str]) -> None:
    """Resume a run, and check that every task has one final attempt that was completed."""
    if not (out / "manifest.json").exists():  # it ended before its first attempt
        return
    code, said = completed(["--resume", str(out)])
    assert code == 0, said
    finals = [
        (attempt.task_id, attempt.trajectory.status) for attempt in final_attempts(out / "journal.jsonl")
    ]
    assert sorted(finals) == [(task, Status.COMPLETED) for task in sorted(tasks)]


def echo_task(number: int, tool: str, server: str = "bad") -> Task:
    steps = (Step((Call(f"{server}/{tool}", {"text": "hello"}),)),)
    return Task(
        id=f"task-{number}", request="Call it.", servers=(server,), references=(Reference(steps=steps),)
    )


def write_tasks(folder: Path, tasks: Sequence[Task]) -> list[str]:
    """Write tasks and the configuration of their servers. Return the arguments of a run."""
    write(folder / "tasks.jsonl", list(tasks), format="jsonl")
    server = {"command": sys.executable, "args": [misbehaving.__file__], "timeout": 2}
    names = sorted({name for task in tasks for name in task.servers})
    (folder / "mcp.json").write_text(json.dumps({"mcpServers": dict.fromkeys(names, server)}))
    return [str(folder / "tasks.jsonl"), "--config", str(folder / "mcp.json")]


@pytest.mark.parametrize("descriptors", sample([64, 20, 28, 40], 2))
def test_few_descriptors(descriptors: int, tmp_path: Path) -> None:
    """a process may open few files, and every task needs a server process of its own."""
    tasks, out = [echo_task(number, "echo", f"bad{number}") for number in range(TASKS)], tmp_path / "run"
    options = ["--agent", "reference", "--out", str(out), "--retries", "0"]
    command = [*write_tasks(tmp_path, tasks), *options]
    code, said = limited("RLIMIT_NOFILE", descriptors, *command, "--concurrency", str(TASKS))
    assert code in (0, 2, 3), said
    assert "Traceback" not in said
    assert code == 0 or "Too many open files" in said
    assert_completes(out, [task.id for task in tasks])


@pytest.mark.parametrize("megabytes", sample([500, 150, 200, 350], 2))
def test_little_memory(megabytes: int, tmp_path: Path) -> None:
    """a process gets little memory."""
    tasks, out = sums_file(tmp_path / "tasks.jsonl", TASKS), tmp_path / "run"
    code, said = limited(
        "RLIMIT_DATA", megabytes << 20, str(tasks), "--agent", "reference", "--out", str(out)
    )
    assert code in (0, 2, 3), said
    assert "Traceback" not in said
    words = " ".join(said.split())
    assert code == 0 or "too little memory" in words or "can't start new thread" in words
    assert_completes(out, SUMS)


needs_bubblewrap = pytest.mark.skipif(
    sandbox_problem() is not None, reason=f"makes a small disk with bubblewrap: {sandbox_problem()}"
)


@needs_bubblewrap
@pytest.mark.parametrize("kilobytes", sample([40, 16, 64, 200, 128, 256], 3))
def test_a_full_disk(kilobytes: int, tmp_path: Path) -> None:
    """the disk of the run folder is full at some point, and then has room again."""
    tasks = sums_file(tmp_path / "tasks.jsonl", TASKS)
    place = tmp_path / "disk"
    place.mkdir()
    run = " ".join(run_command(str(tasks), "--agent", "reference", "--out", f"{place}/run"))
    resume = " ".join(run_command("--resume", f"{place}/run"))
    script = (
        f"dd if=/dev/zero of={place}/filler bs=1024 count={1024 - kilobytes} status=none; "
        f"{run}; echo status $?; rm {place}/filler; "
        f"if [ -e {place}/run/manifest.json ]; then {resume}; echo resumed $?; "
        f"{sys.executable} -m m3bench runs verify {place}/run; echo verified $?; fi"
    )
    small_disk = ["--dev-bind", "/", "/", "--size", str(1 << 20), "--tmpfs", str(place)]
    done = subprocess.run(
        ["bwrap", *small_disk, "--", "sh", "-c", script],
        capture_output=True,
        text=True,
        timeout=DEADLINE,
        check=False,
    )
    said = done.stdout + done.stderr
    assert "Traceback" not in said
    assert any(f"status {code}\n" in said for code in (0, 2, 3)), said
    assert "status 0\n" in said or "No space left on device" in said
    assert "resumed" not in said or "resumed 0\n" in said, said
    assert "verified" not in said or "verified 0\n" in said, said


@needs_bubblewrap
@pytest.mark.parametrize("verb", ["run", "resume"])
def test_a_disk_that_is_read_only(verb: str, tmp_path: Path) -> None:
    """the disk of the run folder is mounted read-only: a right that root does not have either."""
    tasks, place = sums_file(tmp_path / "tasks.jsonl", TASKS), tmp_path / "disk"
    place.mkdir()
    arguments = [str(tasks), "--agent", "reference", "--limit", "3", "--out", str(place / "run")]
    if verb == "resume":
        code, said = completed(arguments)
        assert code == 0, said
        arguments = ["--resume", str(place / "run")]
    read_only = ["--dev-bind", "/", "/", "--ro-bind", str(place), str(place)]
    done = subprocess.run(
        ["bwrap", *read_only, "--", *run_command(*arguments)],
        capture_output=True,
        text=True,
        timeout=DEADLINE,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    assert "Read-only file system" in done.stderr


FAKETIME = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), None)


@pytest.mark.skipif(FAKETIME is None, reason="needs libfaketime, of the Debian package faketime")
@pytest.mark.parametrize("days", [1, -1])
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_clock_that_jumps(days: int, workers: str, tmp_path: Path) -> None:
    """the clock of the machine is set while a run works."""
    tasks, out, clock = sums_file(tmp_path / "tasks.jsonl", 60), tmp_path / "run", tmp_path / "clock"
    clock.write_text("+0")
    environment = {
        "LD_PRELOAD": str(FAKETIME),
        "FAKETIME_TIMESTAMP_FILE": str(clock),
        "FAKETIME_CACHE_DURATION": "1",
        "DONT_FAKE_MONOTONIC": "1",
    }
    options = ["--agent", "reference", "--concurrency", "1", "--workers", workers, "--out", str(out)]
    # libfaketime breaks waiting for a program while the clock is set, as for the first try of bubblewrap.
    process = started([str(tasks), *options, "--sandbox", "off"], environment)
    wait_for_lines(out / "journal.jsonl", 3, process)
    clock.write_text(f"{days * DAY:+d}")
    said, _ = process.communicate(timeout=DEADLINE)
    assert process.returncode == 0, said
    attempts = list(final_attempts(out / "journal.jsonl"))
    assert len(attempts) == 60
    assert all(attempt.trajectory.status is Status.COMPLETED for attempt in attempts)
    assert all(0 <= attempt.seconds < DAY / 2 for attempt in attempts), "durations follow the clock"


def test_two_processes_resume_one_folder(tmp_path: Path) -> None:
    """two processes resume one run at the same time."""
    tasks, out = sums_file(tmp_path / "tasks.jsonl", 80), tmp_path / "run"
    first = started([str(tasks), "--agent", "reference", "--concurrency", "1", "--out", str(out)])
    wait_for_lines(out / "journal.jsonl", 3, first)
    others = [started(["--resume", str(out)]) for _ in range(2)]
    said = [process.communicate(timeout=DEADLINE)[0] for process in (*others, first)]
    assert first.returncode == 0, said
    for process, text in zip(others, said, strict=False):
        assert "Traceback" not in text
        assert process.returncode == 0 or "Another process" in " ".join(text.split()), text
    finals = Counter(attempt.task_id for attempt in final_attempts(out / "journal.jsonl"))
    assert finals == {f"sum-{number:04}": 1 for number in range(80)}
    assert_completes(out, list(finals))


@pytest.mark.parametrize("sandbox", ["auto", "off"])
def test_a_stopped_server(sandbox: str, tmp_path: Path) -> None:
    """a server stops itself in a call, as under a debugger."""
    tasks = [echo_task(number, tool) for number, tool in enumerate(["echo", "stop", "echo"])]
    out = tmp_path / "run"
    options = ["--agent", "reference", "--retries", "0", "--concurrency", "1", "--sandbox", sandbox]
    code, said = completed([*write_tasks(tmp_path, tasks), *options, "--out", str(out)])
    assert code == 3, said
    statuses = [
        record.trajectory.status
        for record in read_journal(out / "journal.jsonl")
        if isinstance(record, FinishedAttempt)
    ]
    assert Counter(statuses) == {Status.COMPLETED: 2, Status.SERVER_FAILURE: 1}
    assert not stopped_processes(), "a stopped process was left"


def stopped_processes() -> list[str]:
    """Return the commands of stopped processes that run the misbehaving server."""
    commands = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if misbehaving.__file__ in command and state in "Tt" and os.getuid() == folder.stat().st_uid:
            commands.append(command)
    return commands
