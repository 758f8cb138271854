"""Processes of a Ray cluster that are killed under a run: it ends by itself, and nothing recorded is lost."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from m3bench.runs import final_attempts
from m3bench.testing.provider import FakeProvider, Line, SeenRequest
from tests.attacks.listeners import descendants
from tests.hanging import HANG_SECONDS
from tests.runs.distributed.held_provider import adding
from tests.runs.processes import completed, started, wait_for_lines
from tests.runs.sums import sums_file

TASKS = 8
RECORDED = 2
"""Tasks that are answered before a process is killed."""
PROCESSES = {"the head": "gcs_server", "the node": "raylet", "a worker": "ray::RayWorker"}


@contextmanager
def provider(recorded: int) -> Iterator[tuple[str, threading.Event]]:
    """Yield the address of a model that answers the first tasks, and what lets it answer the others."""
    released = threading.Event()

    def script(seen: SeenRequest) -> Line:
        if not any(
            f"starting from {100 * number}." in str(seen.request.messages) for number in range(recorded)
        ):
            released.wait(HANG_SECONDS)
        return adding(seen)

    with FakeProvider(script) as fake:
        try:
            yield fake.url(), released
        finally:
            released.set()


def process_of(run: int, name: str) -> int:
    """Return a process of a cluster that a run started."""
    for pid in descendants(run):
        if name.encode() in Path(f"/proc/{pid}/cmdline").read_bytes():
            return pid
    raise AssertionError(f"there is no process {name}")


@pytest.mark.parametrize("victim", PROCESSES)
def test_a_killed_process(victim: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """the head, the node or a worker of a cluster is killed in the middle of a run."""
    pytest.importorskip("ray", reason="the extra ray is not installed")
    monkeypatch.setenv("M3BENCH_API_KEY", "unused")
    tasks, out = sums_file(tmp_path / "tasks.jsonl", TASKS), tmp_path / "run"
    with provider(RECORDED) as (url, released):
        model = ["--agent", "caller", "--model", "openai/some", "--base-url", url, "--no-probe"]
        process = started([str(tasks), *model, "--out", str(out), "--ray", "new", "--workers", "2"])
        try:
            assert wait_for_lines(out / "journal.jsonl", RECORDED, process)
            os.kill(process_of(process.pid, PROCESSES[victim]), signal.SIGKILL)
            released.set()
            said, _ = process.communicate(timeout=HANG_SECONDS)
        finally:
            process.kill()
            process.communicate()
        assert "Traceback" not in said
        kept = len(list(final_attempts(out / "journal.jsonl")))
        assert kept >= RECORDED
        assert process.returncode == (0 if kept == TASKS else 3), said
        if kept < TASKS:
            assert "--resume" in said
        code, said = completed(["--resume", str(out)])
    assert code == 0, said
    assert len(list(final_attempts(out / "journal.jsonl"))) == TASKS
