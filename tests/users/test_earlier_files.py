"""Files of before the tasks were typed: a run that was stopped, a cassette and a bundle still work.

`tests/fixtures/v2` was written before `m3bench_suites.builders.tasks`: five tasks of four
suites, with points, branches, sabotage, shortcuts, pictures and a user.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest

from m3bench.runs import RunFolder, counted_attempts
from m3bench.suites import SuiteRef, WorldRef, find_suite
from tests.cli.command import run_command
from tests.conftest import REPOSITORY

pytestmark = pytest.mark.slow
EARLIER = REPOSITORY / "tests" / "fixtures" / "v2"
READING = {"cross/time_mcp/7-0", "m3/fruit_cal/7-1", "verse/sun_and_clock/7-3"}


@pytest.fixture
def earlier(tmp_path: Path) -> Path:
    return Path(shutil.copytree(EARLIER, tmp_path / "v2"))


def passed(run: Path) -> set[str]:
    """The tasks of a run that pass. One needs a judge, so it is undecided."""
    attempts, _ = counted_attempts(RunFolder.open(run))
    return {attempt.task_id for attempt in attempts if attempt.verdicts and attempt.verdicts.passed}


def test_a_stopped_run_is_resumed(earlier: Path) -> None:
    assert passed(earlier / "stopped") == {"omni/workplace/7-1", "cross/time_mcp/7-0"}
    run_command("run", "--resume", "stopped", folder=earlier)
    assert passed(earlier / "stopped") == {"omni/workplace/7-1", *READING}
    assert "is intact" in run_command("runs", "verify", "stopped", folder=earlier).stdout


def test_a_cassette_is_replayed(earlier: Path) -> None:
    """Recordings answer calls, but write no files: tasks that only read pass."""
    replayed = ("run", "tasks.jsonl", "--agent", "reference", "--encoder", "hashing", "--replay", "cassette")
    run_command(*replayed, "--out", "replayed", folder=earlier)
    assert passed(earlier / "replayed") == READING


def test_a_bundle_is_verified_and_an_edited_one_is_not(earlier: Path) -> None:
    leaderboard = ("leaderboard", "build", "bundles", "--out", "site")
    assert "1 of 1 bundles are verified" in run_command(*leaderboard, folder=earlier).stdout
    bundle = earlier / "bundles" / "reference.m3bench"
    data = bytearray(bundle.read_bytes())
    data[len(data) // 2] ^= 255
    bundle.write_bytes(data)
    said = run_command(*leaderboard, folder=earlier).stdout
    assert "0 of 1 bundles are verified" in said
    assert "refused: reference.m3bench" in said


def test_a_file_of_tasks_keeps_its_digest(earlier: Path) -> None:
    manifest = msgspec.json.decode((earlier / "stopped" / "manifest.json").read_bytes())
    suite = find_suite(SuiteRef(name=str(earlier / "tasks.jsonl")), WorldRef())
    assert suite.digest == manifest["suite_digest"]
