"""`m3bench forge references` from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from m3bench.cli.app import app
from m3bench.core import UsageError
from m3bench.formats import read_tasks


def _forge(out: Path, *arguments: str) -> Result:
    return CliRunner().invoke(
        app, ["forge", "references", "smoke", "--out", str(out), *arguments], catch_exceptions=False
    )


def test_references_and_decisions_are_written(tmp_path: Path) -> None:
    done = _forge(tmp_path / "out", "--agent", "reference", "--family", "weather")
    assert done.exit_code == 0, done.output
    assert "1 of 1 tasks have a reference" in done.stdout
    (task,) = read_tasks(tmp_path / "out" / "consolidated.jsonl")
    assert task.references[0].call_count == 1
    assert (tmp_path / "out" / "forging.jsonl").is_file()


@pytest.mark.slow
def test_what_is_rejected_is_told_with_its_reason(tmp_path: Path) -> None:
    done = _forge(tmp_path / "out", "--agent", "idle", "--limit", "1")
    assert done.exit_code == 1
    assert "1 rejected" in done.stdout
    assert "has no basis" in done.stdout


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("")
    with pytest.raises(UsageError, match="is a file"):
        _forge(tmp_path / "out", "--agent", "reference")
