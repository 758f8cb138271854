"""`m3bench view` as it is called."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from m3bench.cli.app import app
from m3bench.core import UsageError
from tests.apps.viewer.samples import town_run
from tests.hanging import HANG_SECONDS


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="There is no folder"):
        CliRunner().invoke(app, ["view", str(tmp_path / "absent")], catch_exceptions=False)


def asked(address: str, what: str) -> dict[str, Any]:
    with urllib.request.urlopen(f"{address}api/{what}", timeout=HANG_SECONDS) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


@pytest.mark.slow
def test_it_serves_until_ctrl_c_and_leaves_the_run_as_it_was(tmp_path: Path) -> None:
    folder = town_run(tmp_path / "town").path
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    command = [sys.executable, "-m", "m3bench", "view", str(folder), "--encoder", "hashing"]
    served = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert served.stdout is not None
        address = served.stdout.readline().strip()
        (run,) = asked(address, "runs")["runs"]
        scores = asked(address, "scores?run=.")
        if scores["left"]:  # the first ones take longer
            scores = asked(address, "scores?run=.")
        served.send_signal(signal.SIGINT)
        _, remarks = served.communicate(timeout=HANG_SECONDS)
    finally:
        served.kill()
        served.communicate()
    assert (run["name"], run["attempts"], run["planned"]) == (".", 2, 3)
    assert len(scores["scores"]) == 2
    assert (served.returncode, "Traceback" in remarks) == (0, False)
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before


def test_pages_are_exported(tmp_path: Path) -> None:
    town_run(tmp_path / "town")
    command = ["view", str(tmp_path / "town"), "--encoder", "hashing", "--no-cache", "--export"]
    done = CliRunner().invoke(app, [*command, str(tmp_path / "site")], catch_exceptions=False)
    assert done.exit_code == 0
    assert "Wrote 4 pages of 1 run to" in done.stdout
    assert (tmp_path / "site" / "runs" / "town" / "index.html").is_file()
    assert "attempts at sealed" not in done.stderr


def test_revealed_is_for_exports(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="for exports"):
        CliRunner().invoke(app, ["view", str(tmp_path), "--revealed"], catch_exceptions=False)


def test_a_folder_without_runs_has_nothing_to_export(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no runs"):
        CliRunner().invoke(
            app, ["view", str(tmp_path), "--export", str(tmp_path / "site")], catch_exceptions=False
        )
    assert list(tmp_path.iterdir()) == []
