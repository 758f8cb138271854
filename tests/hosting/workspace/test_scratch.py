"""The folder of workspaces: private, gone at the end, and swept up behind those who were killed."""

from __future__ import annotations

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from m3bench.hosting.workspace.scratch import private_scratch, remove_stale

HOLDER = """
import sys, tempfile
tempfile.tempdir = sys.argv[1]
from m3bench.hosting.workspace.scratch import private_scratch
with private_scratch() as folder:
    (folder / "workspace").mkdir()
    print(folder, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path.resolve()


def test_it_is_private_and_goes(temporary: Path) -> None:
    with private_scratch() as folder:
        assert folder.parent == temporary
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        locked = folder / "locked"
        locked.mkdir()
        (locked / "file").touch()
        locked.chmod(0)
    assert list(temporary.iterdir()) == []


def test_those_of_the_living_stay_and_those_of_the_dead_go(temporary: Path) -> None:
    command = [sys.executable, "-c", HOLDER, str(temporary)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        folder = Path(holder.stdout.readline().strip())
        remove_stale()
        assert folder.is_dir(), "its owner is alive"
        holder.kill()
        holder.wait()
    assert folder.is_dir(), "a kill leaves it"
    with private_scratch():
        assert not folder.exists()


def test_what_only_looks_like_one_stays(temporary: Path) -> None:
    (temporary / "kept").mkdir()
    (temporary / "m3bench-work-new").mkdir()
    (temporary / "m3bench-work-link").symlink_to(temporary / "kept")
    (temporary / "kept" / ".lock").touch()
    remove_stale()
    assert {path.name for path in temporary.iterdir()} == {"kept", "m3bench-work-new", "m3bench-work-link"}


def test_what_a_process_left_that_was_killed_meanwhile_goes_at_the_end(temporary: Path) -> None:
    command = [sys.executable, "-c", HOLDER, str(temporary)]
    with (
        private_scratch(),
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder,
    ):
        assert holder.stdout is not None
        assert Path(holder.stdout.readline().strip()).is_dir()
        holder.kill()
        holder.wait()
    assert list(temporary.iterdir()) == []
