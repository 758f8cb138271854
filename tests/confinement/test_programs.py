"""Programs behind the filters of the kernel, and in bubblewrap."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from m3bench.confinement import (
    behind_filters,
    confined,
    in_bubblewrap,
    network_filter_problem,
    no_network,
    only_folders,
    programs,
    sandbox_problem,
    without_network,
)
from tests.hanging import HANG_SECONDS

PYTHON = str(Path(sys.executable).resolve())
PROBLEMS: dict[Callable[..., list[str]], Callable[[], str | None]] = {
    in_bubblewrap: sandbox_problem,
    behind_filters: network_filter_problem,
}


def said(command: list[str], folder: Path) -> str:
    done = subprocess.run(
        command,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
        check=False,
        start_new_session=True,
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize("wrap", PROBLEMS)
def test_a_program_has_its_folder_and_the_system(wrap: Callable[..., list[str]], tmp_path: Path) -> None:
    if problem := PROBLEMS[wrap]():
        pytest.skip(problem)
    folder, other = tmp_path.resolve() / "folder", tmp_path.resolve() / "other"
    for path in (folder, other):
        path.mkdir()
        (path / "a.txt").write_text(path.name)
    script = f"cat a.txt; echo new > b.txt; cat {other}/a.txt; echo x > {other}/c.txt; cat $0"
    command = ["/bin/sh", "-c", script, str(other / "a.txt")]
    words = said(wrap(command, folder), folder)
    assert words.startswith("folder")
    assert "other\n" not in words.replace("/other", "")
    assert (folder / "b.txt").read_text() == "new\n"
    assert not (other / "c.txt").exists()
    assert "other" in said(wrap(command, folder, [str(other)]), folder), "what it is given to read"


def test_the_best_that_works_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "sandbox_problem", lambda: None)
    assert "--unshare-net" in confined(["/bin/true"], tmp_path)
    monkeypatch.setattr(programs, "sandbox_problem", lambda: "none")
    monkeypatch.setattr(programs, "network_filter_problem", lambda: None)
    assert no_network.__file__ in confined(["/bin/true"], tmp_path)
    monkeypatch.setattr(programs, "network_filter_problem", lambda: "none")
    assert confined(["/bin/true"], tmp_path)[-1:] == ["/bin/true"]
    assert without_network(["/bin/true"]) == ["/bin/true"]


def test_machines_without_filters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(no_network, "_MACHINES", {})
    assert "no filter of system calls" in (no_network.deny_network() or "")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert "darwin" in (only_folders.deny_files([], []) or "")


@pytest.mark.skipif(network_filter_problem() is not None, reason=str(network_filter_problem()))
@pytest.mark.parametrize("number", [no_network._IO_URING_SETUP, no_network._SECOND_SET | 41])
def test_other_calls_that_open_sockets_are_refused(number: int, tmp_path: Path) -> None:
    code = f"import ctypes; l = ctypes.CDLL(None, use_errno=True); print(l.syscall({number}, 2, 1, 0),"
    command = [PYTHON, "-I", "-S", "-c", f"{code} ctypes.get_errno())"]
    assert said(behind_filters(command, tmp_path, [sys.base_prefix]), tmp_path).split() == ["-1", "1"]
