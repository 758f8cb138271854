"""Commands in forked processes: as separate as others."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests import preloaded


def test_output_and_exit_code_are_those_of_the_command() -> None:
    done = preloaded.run(["--version"])
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("m3bench ")
    refused = preloaded.run(["no-such-verb"])
    assert refused.returncode == 2
    assert "no-such-verb" in refused.stderr


def test_the_environment_and_the_folder_are_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    environment = {**os.environ, "COLUMNS": "300", "TERM": "dumb"}
    done = preloaded.run(["score", "-r", "absent.json", "-p", "absent.json"], environment=environment)
    assert done.returncode == 2
    assert "absent.json: cannot be read" in done.stderr
    assert preloaded.run(["list", "tasks", "smoke"], environment=environment).returncode == 0
    assert max(map(len, preloaded.run(["run", "--help"], environment=environment).stdout.splitlines())) > 250


def test_a_command_that_does_not_end_is_killed() -> None:
    """Input that never comes."""
    waiting, never = os.pipe()
    try:
        with pytest.raises(TimeoutError, match=r"within 2 s"), Path(os.devnull).open("wb") as nothing:
            preloaded.run_on((waiting, nothing, nothing), ["gateway", "math", "--sandbox", "off"], timeout=2)
    finally:
        os.close(waiting)
        os.close(never)
