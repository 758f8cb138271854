"""Marked processes are found by /proc, and by ps where there is none."""

from __future__ import annotations

import secrets
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from m3bench.hosting.process import warden
from m3bench.hosting.process.warden import MARK_NAME, kill_marked, marked_processes


@pytest.fixture(params=["proc", "ps"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    if request.param == "ps":
        if shutil.which("ps") is None:
            pytest.skip("ps is not installed")
        monkeypatch.setattr(warden, "PROC", tmp_path / "nothing")


@pytest.fixture
def marked() -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    mark = secrets.token_hex(8)
    waiting = [sys.executable, "-c", "print(flush=True); input()"]
    with subprocess.Popen(
        waiting, env={MARK_NAME: f"{mark}.1"}, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield mark, process
        process.kill()


@pytest.mark.usefixtures("way")
def test_marked_processes_are_found_and_killed(marked: tuple[str, subprocess.Popen[bytes]]) -> None:
    mark, process = marked
    assert marked_processes(mark) == [process.pid]
    assert kill_marked(mark) == 1
    assert process.wait() == -9


@pytest.mark.usefixtures("way")
def test_other_marks_are_left_alone(marked: tuple[str, subprocess.Popen[bytes]]) -> None:
    mark, process = marked
    assert kill_marked(f"{mark}-other") == 0
    assert process.poll() is None
