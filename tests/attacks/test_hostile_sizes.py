"""A program as agent that fills its workspace. It runs under the real command line where that matters."""

from __future__ import annotations

import errno
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import anyio
import pytest

from m3bench.core import Reference, Task
from m3bench.core.redaction import Redactor
from m3bench.formats import write
from m3bench.hosting import ResourceLimits, Workspace, keep_workspace, measure, run_stoppable
from m3bench.hosting.workspace import OverQuota, Stop, Stopped, redact_workspace, redaction
from m3bench.runs import read_run
from tests.attacks.probes import PYTHON, VictimFolder
from tests.cancelling import cancelled_once
from tests.runs.processes import DEADLINE, started
from tests.volume import volume

KEY = "sk-0123456789abcdef0123456789"
CALL = """
import asyncio, os, sys, time, httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

async def call():
    headers = {"Authorization": "Bearer " + os.environ["M3BENCH_GATEWAY_TOKEN"]}
    async with (
        httpx2.AsyncClient(headers=headers) as http,
        Client(streamable_http_client(os.environ["M3BENCH_GATEWAY_URL"], http_client=http)) as client,
    ):
        await client.call_tool("math__add", {"firstNumber": 1, "secondNumber": 2})
        await client.call_tool("submit_answer", {"answer": "3"})

asyncio.run(call())
"""
START = "import os, time\nos.chdir(os.environ['M3BENCH_WORKSPACE'])\n"
SPARSE = START + "open('huge', 'wb').truncate(60 * 10**9)\nprint('3')\n"
FILLINGS = {
    "many sparse files": ("for n in range(9): open(str(n), 'wb').truncate(5 * 10**8)", "apparent-bytes"),
    "real bytes": ("open('real', 'wb').write(os.urandom(9 * 10**6))", "bytes"),
    "files": (f"for n in range({volume(100_000)}): open(str(n), 'wb').close()", "files"),
    "links": ("for n in range(900): os.symlink('/', str(n))", "files"),
    "a deep tree": ("for n in range(1500):\n os.mkdir('d')\n os.chdir('d')", "depth"),
    "long paths": ("for n in range(30):\n os.mkdir('d' * 200)\n os.chdir('d' * 200)", "path"),
    "a locked folder": (
        (
            "os.mkdir('in')\nopen('in/real', 'wb').write(os.urandom(9 * 10**6))\nos.chmod('in', 0)\n"
            "os.chmod('.', 0)"
        ),
        "bytes",
    ),
    "a growing file": (
        "file = open('log', 'wb', 0)\nwhile True:\n file.write(bytes(10**5))\n time.sleep(0.01)",
        "bytes",
    ),
}
HONEST = "os.makedirs('a/b/c')\nopen('a/b/c/sheet', 'wb').write(bytes(3 * 10**6))"
LOWERED = ("workspace-bytes=5MB", "workspace-files=800", "workspace-depth=64")


class Cost(NamedTuple):
    """What child processes cost: seconds of the processor, and bytes written to the disk."""

    seconds: float
    written: int

    @classmethod
    def so_far(cls) -> Cost:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return cls(used.ru_utime + used.ru_stime, used.ru_oublock * 512)


class Attacked:
    """A run with one attempt of a hostile agent, and what it cost."""

    def __init__(self, root: Path, script: str, *limits: str) -> None:
        self.victim = VictimFolder(root)
        program = self.victim.programs / "fill.py"
        program.write_text(script)
        self.options = [
            str(self.victim.suite), "--out", str(self.victim.run), "--limit", "1",
            "--agent", f"command:{PYTHON} {program}",
            *(word for limit in limits for word in ("--resource-limit", limit)),
        ]  # fmt: skip
        self.environment = {"SOME_API_KEY": KEY, "TMPDIR": str(root)}

    def start(self) -> subprocess.Popen[str]:
        return started(self.options, self.environment)

    def finish(self) -> Cost:
        """Run to the end; return what it cost."""
        before = Cost.so_far()
        process = self.start()
        try:
            said, _ = process.communicate(timeout=DEADLINE)
        finally:
            process.kill()
            process.communicate()
        assert process.returncode == 0, said
        after = Cost.so_far()
        return Cost(after.seconds - before.seconds, after.written - before.written)

    def all_records(self) -> list[dict[str, Any]]:
        lines = (self.victim.run / "journal.jsonl").read_text().splitlines()
        return [record for line in lines if "trajectory" in (record := json.loads(line))]

    def left(self) -> list[Path]:
        return [*self.victim.root.glob("m3bench-work-*"), *(self.victim.run / "workspaces").glob("*")]


def test_a_sparse_file(tmp_path: Path) -> None:
    """An agent leaves a sparse file of 60 GB, which costs it nothing."""
    attacked = Attacked(tmp_path, CALL + SPARSE)
    cost = attacked.finish()
    (record,) = attacked.all_records()
    assert cost.written < 50_000_000
    assert cost.seconds < 20, "on an idle machine, this is the time that it takes"
    trajectory = record["trajectory"]
    assert (trajectory["status"], trajectory["answer"]) == ("over_quota", "3")
    assert [call["name"] for call in trajectory["steps"][0]["calls"]] == ["math/add"]
    assert "--resource-limit workspace-apparent-bytes=4GB" in trajectory["extra"]["reason"]
    assert "workspace" not in record
    assert attacked.left() == []
    result = read_run(attacked.victim.run)
    assert (result.statuses, len(result.unscored)) == ({"over_quota": 1}, 0), "it is the agent's failure"


class Filled(Attacked):
    """A run in which an agent does something else to the workspace of each task."""

    def __init__(self, root: Path) -> None:
        scripts = {name: script for name, (script, _) in FILLINGS.items()} | {"honest": HONEST}
        choice = f"exec({scripts!r}[os.environ['M3BENCH_REQUEST']])\nprint('3')"
        super().__init__(root, START + choice, *LOWERED)
        tasks = [
            Task(id=name, request=name, references=(Reference(answer="3"),), servers=("math",))
            for name in scripts
        ]
        write(self.victim.suite, tasks, format="jsonl")
        self.options[self.options.index("--limit") : self.options.index("--limit") + 2] = [
            "--concurrency",
            "3",
        ]
        self.finish()
        self.records = {record["task_id"]: record for record in self.all_records()}


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Filled:
    return Filled(tmp_path_factory.mktemp("filled"))


@pytest.mark.parametrize("what", FILLINGS)
def test_filling_the_workspace(what: str, filled: Filled) -> None:
    """An agent fills its workspace with sparse or real files, links, deep or locked folders."""
    record = filled.records[what]
    assert record["trajectory"]["status"] == "over_quota", record["trajectory"]["extra"]
    assert FILLINGS[what][1] in record["trajectory"]["extra"]["reason"]
    assert "workspace" not in record


def test_an_agent_within_the_quota(filled: Filled) -> None:
    """The quota keeps an honest agent from its work, or others leave something behind."""
    record = filled.records["honest"]
    assert record["trajectory"]["status"] == "completed"
    assert (filled.victim.run / record["workspace"] / "a/b/c/sheet").stat().st_size == 3 * 10**6
    assert filled.left() == [filled.victim.run / record["workspace"]]


def test_limits_are_recorded(filled: Filled) -> None:
    """A run with other limits passes for one with the usual ones."""
    limits = json.loads((filled.victim.run / "manifest.json").read_text())["settings"]["resource_limits"]
    assert (limits["workspace-bytes"], limits["processes"]) == (5 * 10**6, 512)
    assert read_run(filled.victim.run).settings.resource_limits == ResourceLimits(
        workspace_bytes=5 * 10**6, workspace_files=800
    )


HASHED_IN_A_SECOND = 500 << 20
"""Bytes, at least."""
HASHED_FOR_MINUTES = START + "for n in range(900):\n open(str(n), 'wb').truncate(10**9)\nprint('3')"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_while_files_are_hashed(number: signal.Signals, tmp_path: Path) -> None:
    """An agent keeps the harness busy with its files, so that it cannot be stopped."""
    attacked = Attacked(tmp_path, HASHED_FOR_MINUTES, "workspace-apparent-bytes=1TB")
    process = attacked.start()
    try:
        _wait_until(lambda: _reads_sparse_file(process.pid, tmp_path), "no file is hashed")
        process.send_signal(number)
        if number is signal.SIGINT:  # the first lets attempts finish, the second cancels them
            time.sleep(0.5)
            process.send_signal(number)
        before = _bytes_read(process.pid)
        _wait_until(lambda: not _reads_sparse_file(process.pid, tmp_path), "files are still hashed")
        after = _bytes_read(process.pid)
        said, _ = process.communicate(timeout=DEADLINE)
    finally:
        process.kill()
        process.communicate()
    assert after - before < HASHED_IN_A_SECOND
    assert "cancelled" in said or "stopping" in said
    assert "The run is not complete" in said
    assert attacked.left() == []


def _bytes_read(pid: int) -> int:
    return int(Path(f"/proc/{pid}/io").read_text().split()[1])


def _reads_sparse_file(pid: int, root: Path) -> bool:
    """Return whether the harness itself has a file of the workspace open."""
    for handle in Path(f"/proc/{pid}/fd").glob("*"):
        try:
            target = handle.readlink()
        except OSError:
            continue
        if target.is_relative_to(root) and target.name.isdigit() and "task-" in str(target):
            return True
    return False


def _wait_until(happens: Callable[[], object], what: str) -> None:
    deadline = time.monotonic() + DEADLINE
    while not happens():
        assert time.monotonic() < deadline, what
        time.sleep(0.01)


class StopAfter(Stop):
    """Stops work that asks for the third time."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0

    def check(self) -> None:
        self.asked += 1
        if self.asked > 3:
            raise Stopped


@pytest.fixture
def real(tmp_path: Path) -> Path:
    folder = tmp_path / "workspace"
    folder.mkdir()
    (folder / "large").write_bytes(b"x" * (20 << 20) + KEY.encode())
    return folder


@pytest.mark.parametrize("what", ["hashing", "redacting", "copying"])
def test_stopping_in_the_middle_of_a_file(
    what: str, real: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A large file is hashed, redacted or copied to its end although the run was stopped."""
    monkeypatch.setattr(redaction, "redactor", lambda: Redactor([KEY]))
    monkeypatch.setattr(Path, "rename", _other_disk)
    work: dict[str, Callable[[Stop], object]] = {
        "hashing": lambda stop: Workspace(real).manifest(stop=stop),
        "redacting": lambda stop: redact_workspace(real, ["large"], stop),
        "copying": lambda stop: keep_workspace(real, tmp_path / "kept", stop),
    }
    with pytest.raises(Stopped):
        work[what](StopAfter())
    assert [path.name for path in real.iterdir()] == ["large"], "no draft is left"
    assert not (tmp_path / "kept").exists()


def _other_disk(*_: object) -> Path:
    raise OSError(errno.EXDEV, "Invalid cross-device link")


def test_cancelling_work_in_a_thread() -> None:
    """Work in a thread goes on after its attempt was cancelled."""
    started: list[bool] = []
    ended: list[bool] = []

    def work(stop: Stop) -> None:
        started.append(True)
        try:
            while True:
                stop.check()
                time.sleep(0.01)
        finally:
            ended.append(True)

    async def main() -> None:
        assert await cancelled_once(lambda: started, lambda: run_stoppable(work))
        assert ended == [True], "it has ended when the caller goes on"

    anyio.run(main)


def test_redacting_sparse_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Redaction writes a sparse file in full: holes cost the agent nothing."""
    monkeypatch.setattr(redaction, "redactor", lambda: Redactor([KEY]))
    for name, text in (("clean", b"nothing"), ("leak", KEY.encode())):
        with (tmp_path / name).open("wb") as file:
            file.seek(20 << 30)
            file.write(text)
            file.truncate(40 << 30)
    before = (tmp_path / "clean").stat()
    assert redact_workspace(tmp_path, ["clean", "leak"])
    assert (tmp_path / "clean").stat().st_ino == before.st_ino, "an unchanged file is not written"
    leak = (tmp_path / "leak").stat()
    assert (leak.st_size, leak.st_blocks * 512 < 10 << 20) == (40 << 30, True)
    with (tmp_path / "leak").open("rb") as file:
        file.seek(20 << 30)
        assert file.read(len(KEY)) == b"*" * len(KEY)


def test_a_draft_that_leads_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An agent puts a link where the redaction writes its draft, to overwrite a file of the user."""
    monkeypatch.setattr(redaction, "redactor", lambda: Redactor([KEY]))
    (tmp_path / "victim").write_text("of the user")
    place = tmp_path / "workspace"
    place.mkdir()
    (place / "leak").write_text(KEY)
    (place / ".leak.redacted").symlink_to(tmp_path / "victim")
    assert redact_workspace(place, ["leak"])
    assert (tmp_path / "victim").read_text() == "of the user"
    assert (place / "leak").read_text() == "${SECRET}"


def test_removing_deep_and_wide_trees(tmp_path: Path) -> None:
    """A tree that is too deep for a recursion, or too wide for a list of paths, ends the run."""
    place = Workspace(tmp_path / "workspace")
    place.path.mkdir()
    for branch in range(2):
        handle = os.open(place.path, os.O_RDONLY)
        for depth in range(sys.getrecursionlimit() + 100):
            name = "d" * 50 if depth else f"branch {branch}"
            os.mkdir(name, dir_fd=handle)
            below = os.open(name, os.O_RDONLY, dir_fd=handle)
            os.close(handle)
            handle = below
        os.close(handle)
    assert measure(place.path).excess(ResourceLimits()) is not None
    with pytest.raises(OverQuota):
        place.manifest()
    place.remove()
    assert not place.path.exists()
