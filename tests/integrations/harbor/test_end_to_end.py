"""The gateway, the solution and the verifier of an exported task, as its containers run them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hanging import HANG_SECONDS

HARBOR = sys.executable, "-m", "m3bench.cli.harbor"


@pytest.fixture
def attempt(exported: Path, tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """The record of a running gateway, and its address."""
    folder = tmp_path / "attempt"
    gateway = exported / "environment" / "gateway"
    command = [*HARBOR, "serve", str(gateway), str(folder), "--http", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        yield folder, process.stderr.readline().split()[-1]
        process.send_signal(signal.SIGTERM)
        assert process.wait(HANG_SECONDS) == 0


def verified(exported: Path, attempt: Path, out: Path) -> subprocess.CompletedProcess[str]:
    places = {
        "M3BENCH_TESTS": exported / "tests",
        "M3BENCH_ATTEMPT": attempt,
        "M3BENCH_VERIFIER": out,
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    }
    env = {**os.environ, **{name: str(value) for name, value in places.items()}}
    script = exported / "tests" / "test.sh"
    return subprocess.run(
        [script], env=env, capture_output=True, text=True, check=False, timeout=HANG_SECONDS
    )


@pytest.mark.slow
def test_the_solution_is_rewarded_and_its_absence_is_not(
    exported: Path, attempt: tuple[Path, str], tmp_path: Path
) -> None:
    folder, url = attempt
    early = verified(exported, folder, tmp_path / "early")
    assert early.returncode == 2
    assert "no record of an attempt" in early.stderr
    subprocess.run([*HARBOR, "collect", folder], check=True)
    assert verified(exported, folder, tmp_path / "none").returncode == 0
    solve = subprocess.run(
        [exported / "solution" / "solve.sh"],
        env={"PATH": "/usr/bin:/bin", "M3BENCH_URL": url},
        capture_output=True,
        text=True,
        check=False,
    )
    assert solve.returncode == 0, solve.stderr
    subprocess.run([*HARBOR, "collect", folder], check=True)
    assert verified(exported, folder, tmp_path / "solved").returncode == 0
    rewards = [json.loads((tmp_path / name / "reward.json").read_text()) for name in ("none", "solved")]
    assert [reward["reward"] for reward in rewards] == [0, 1]
    assert rewards[1]["average"] == 1
