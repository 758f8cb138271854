"""The suite on installed servers: the packages that its tasks need, and some that only stand beside them.

`make test-install` runs this. It downloads about a gigabyte.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import m3bench
from m3bench.hosting.catalog import preset_entries
from m3bench.runs import RunFolder
from m3bench.runs.serving import THIRD_PARTY as M3_NAMES
from m3bench.runs.serving import is_third_party
from m3bench.runs.store import final_attempts
from m3bench_suites.builders.verse import THIRD_PARTY

pytestmark = pytest.mark.install

OTHERS = 4
"""Servers that no task needs."""
Command = Callable[..., str]


@pytest.fixture(scope="module")
def command() -> Iterator[Command]:
    """Runs m3bench with an empty folder of servers, and removes a gigabyte afterwards."""
    with tempfile.TemporaryDirectory(prefix="m3bench-installed-") as folder:
        environment = {**os.environ, "M3BENCH_SERVERS": folder}

        def run(*words: str) -> str:
            arguments = [sys.executable, "-m", "m3bench", *words]
            done = subprocess.run(arguments, env=environment, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
            return done.stdout

        yield run


@pytest.fixture(scope="module")
def installed(command: Command) -> tuple[str, ...]:
    needed = {M3_NAMES.get(name, name) for name in THIRD_PARTY}
    beside = [each for each in preset_entries("verse-65") if each.name not in needed]
    beside.sort(key=lambda entry: entry.megabytes)
    names = (*sorted(needed), *(entry.name for entry in beside[:OTHERS]))
    command("install", "servers", *names)
    return names


def test_at_least_twenty_are_installed(installed: tuple[str, ...], command: Command) -> None:
    assert len(installed) >= 20
    again = command("install", "servers", *installed)
    assert f"{len(installed)} of {len(installed)} servers are ready" in " ".join(again.split())


def families_with_packages() -> list[str]:
    tasks = m3bench.load_suite("verse").tasks
    needing = (task.family for task in tasks if any(map(is_third_party, task.servers)))
    return list(dict.fromkeys(family for family in needing if family))


@pytest.mark.parametrize("mode", ["oracle", "standard", "max"])
def test_references_succeed_on_real_servers(
    mode: str, installed: tuple[str, ...], command: Command, tmp_path: Path
) -> None:
    """One task of each family that needs a package. Only servers that were called were started."""
    families = [word for name in families_with_packages() for word in ("--family", name)]
    command(
        *("run", "verse", "--agent", "reference", "--mode", mode, "--out", str(tmp_path / "run")),
        *("--per-family", "1", "--concurrency", "2", *families),
    )
    result = m3bench.load_run(tmp_path / "run")
    assert (result.open, list(result.dropped)) == (0, [])
    assert result.strict_success == 1
    for attempt in final_attempts(RunFolder(tmp_path / "run").journal):
        called = {call.server for _, call in attempt.trajectory.calls()}
        assert called.issuperset(attempt.started), attempt.key
