"""Bundles for a leaderboard that are broken, too large, forged, or somebody else's."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import anyio
import pytest

from m3bench.runs import run_settings, start_run
from tests.attacks.hostile_bundles import HOSTILE, MB, write_all
from tests.attacks.zip_forgery import packed
from tests.hanging import HANG_SECONDS
from tests.submissions.bundles import bundle, files_of, replaced, verified
from tests.volume import sample

MOST_SECONDS = 30
MOST_MEGABYTES = 300
MEASURED = """
import os, re, resource, sys
from pathlib import Path
from m3bench.cli import main
sys.argv = ["m3bench", *sys.argv[2:]]
try:
    main()
finally:
    used = resource.getrusage(resource.RUSAGE_SELF)
    peak = re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]
    Path(os.environ["MEASURED"]).write_text(f"{used.ru_utime + used.ru_stime} {int(peak) // 1024}")
"""


@pytest.fixture(scope="session")
def honest_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of all tasks of a released suite by an agent that is ranked."""
    path = tmp_path_factory.mktemp("honest") / "run"
    anyio.run(start_run, run_settings(suite="smoke", agent="retrieval"), path)
    return path


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files of commands."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


def leaderboard(folder: Path, *more: str | Path) -> list[str]:
    arguments = [
        "leaderboard",
        "build",
        folder,
        "--out",
        folder.parent / "site",
        "--encoder",
        "hashing",
        *more,
    ]
    return [sys.executable, "-c", MEASURED, "-", *map(str, arguments)]


def test_one_good_and_many_bad(honest_run: Path, temporary: Path, tmp_path: Path) -> None:
    """Hostile bundles beside a good one end the command, or take its time and memory."""
    folder = tmp_path / "bundles"
    folder.mkdir()
    good = bundle(folder, "good", run=honest_run)
    bad = write_all(folder, lambda: files_of(good))
    assert len(bad) >= 30
    measured = tmp_path / "measured"
    done = subprocess.run(
        leaderboard(folder),
        env={**os.environ, "MEASURED": str(measured), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert "Traceback" not in done.stdout + done.stderr
    refused = [line for line in done.stdout.splitlines() if line.startswith("refused: ")]
    assert sorted(line.split(": ")[1] for line in refused) == sorted(path.name for path in bad)
    assert f"1 of {len(bad) + 1} bundles are verified" in done.stdout
    assert "good.m3bench" in (tmp_path / "site" / "index.html").read_text()
    assert list(temporary.iterdir()) == []
    seconds, megabytes = measured.read_text().split()
    assert float(seconds) < MOST_SECONDS
    assert int(megabytes) < MOST_MEGABYTES


@pytest.mark.parametrize("name", HOSTILE)
def test_a_bad_bundle_is_refused_with_its_reason(name: str, honest_run: Path, tmp_path: Path) -> None:
    """A bundle is broken, lies about its size, or is not what it describes."""
    forge, reason = HOSTILE[name]
    path = bundle(tmp_path, run=honest_run)
    path.write_bytes(forge(files_of(path)))
    found = verified(path, tmp_path)
    assert found.problem is not None
    assert reason in found.problem
    assert found.runs == ()
    assert not (tmp_path / "escaped").exists()
    left = [file for file in tmp_path.rglob("*") if file.is_file() and file != path]
    assert sum(file.stat().st_size for file in left) < 64 * MB


def large_bundle(folder: Path, run: Path) -> Path:
    """Return a folder with a bundle that takes a while to unpack."""
    folder.mkdir()
    path = bundle(folder, run=run)
    files = files_of(path)
    for number in range(8):
        replaced(files, f"tools/{number}.json", b'["%b"]' % (b"%d" % number * (7 * MB)))
    path.write_bytes(packed(files, zipfile.ZIP_STORED))
    return folder


def wait_for_files(folder: Path, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 120
    while not any(path.is_file() and path.stat().st_size > MB for path in folder.rglob("*")):
        assert process.poll() is None, "it ended before anything was unpacked"
        assert time.monotonic() < deadline
        time.sleep(0.002)


@pytest.mark.parametrize("number", sample([signal.SIGTERM, signal.SIGINT, signal.SIGHUP], 3))
def test_an_end_in_the_middle_leaves_nothing(
    number: signal.Signals, honest_run: Path, temporary: Path, tmp_path: Path
) -> None:
    """A terminated command leaves gigabytes of unpacked files."""
    folder = large_bundle(tmp_path / "bundles", honest_run)
    process = subprocess.Popen(
        leaderboard(folder), env={**os.environ, "MEASURED": str(tmp_path / "m")}, stderr=subprocess.DEVNULL
    )
    try:
        wait_for_files(temporary, process)
        process.send_signal(number)
        assert process.wait(HANG_SECONDS) == 130
    finally:
        process.kill()
        process.wait()
    assert list(temporary.iterdir()) == []


def test_files_of_a_killed_command_are_removed_by_the_next(
    honest_run: Path, temporary: Path, tmp_path: Path
) -> None:
    """A killed command leaves files that nobody removes."""
    folder = large_bundle(tmp_path / "bundles", honest_run)
    environment = {**os.environ, "MEASURED": str(tmp_path / "m")}
    process = subprocess.Popen(leaderboard(folder), env=environment, stderr=subprocess.DEVNULL)
    try:
        wait_for_files(temporary, process)
    finally:
        process.kill()
        process.wait()
    assert list(temporary.iterdir()) != []
    done = subprocess.run(
        leaderboard(folder), env=environment, capture_output=True, timeout=HANG_SECONDS, check=False
    )
    assert done.returncode == 0
    assert list(temporary.iterdir()) == []
