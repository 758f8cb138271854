"""Environments as users have them: the wheel, installed into a new one without anything else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.conftest import REPOSITORY

SECONDS = 900
"""For one installation, on a machine that does much else. Alone, it takes half a minute to a minute."""


def build_wheel(folder: Path) -> Path:
    """Build the wheels of this repository, and return that of m3bench. The others are beside it."""
    content = [REPOSITORY / "packages" / name for name in ("m3bench-suites", "m3bench-world")]
    projects = map(str, [REPOSITORY, *content])
    done = run([sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), *projects])
    assert done.returncode == 0, done.stdout
    (wheel,) = folder.glob("m3bench-*.whl")
    return wheel


def make_environment(folder: Path) -> Path:
    """Make an environment with nothing but pip, and return its folder of programs."""
    assert run([sys.executable, "-m", "venv", str(folder)]).returncode == 0
    return folder / "bin"


def install(programs: Path, *wanted: str) -> str:
    """Install requirements in the versions that tests pass with. Return what pip prints."""
    pinned = ["--only-binary", ":all:", "-c", str(REPOSITORY / "constraints.txt")]
    done = run([str(programs / "pip"), "install", *wanted, *pinned])
    assert done.returncode == 0, done.stdout
    return done.stdout


def run(command: list[str], cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command. What it prints comes in one text."""
    return subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=SECONDS,
        cwd=cwd,
    )
