"""Installations from the built wheel, in environments with nothing else. They are removed at the end."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.conftest import REPOSITORY
from tests.examples.action_host import Host
from tests.server_tests.configs import LIBRARY
from tests.users.fresh import SECONDS, build_wheel, install, make_environment, run

pytestmark = pytest.mark.slow
MOST_BYTES = 12_000_000
RUN = REPOSITORY / "tests" / "fixtures" / "v1" / "run"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    built = build_wheel(tmp_path_factory.mktemp("wheel"))
    assert built.stat().st_size < MOST_BYTES, "networks and large tables belong in m3bench-world"
    return built


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[Path]:
    """The programs of an environment with nothing but pip."""
    yield make_environment(tmp_path / "environment")
    shutil.rmtree(tmp_path / "environment")


def test_the_package_alone_installs_and_scores(wheel: Path, programs: Path) -> None:
    """`pip install m3bench`: nothing is compiled, nothing is warned of, and scoring works or says how."""
    said = install(programs, str(wheel))
    assert not re.search("warning|deprecat|error", without_places(said), re.IGNORECASE), said
    score = [str(programs / "m3bench"), "score", str(RUN)]
    refused = run(score)
    assert refused.returncode == 2, refused.stdout
    assert "pip install 'm3bench[encoder]'" in refused.stdout
    assert "--encoder hashing" in refused.stdout
    scored = run([*score, "--encoder", "hashing"])
    assert scored.returncode == 0, scored.stdout
    assert "encoder hashing" in scored.stdout


def without_places(said: str) -> str:
    """Leave out what pip says of the indexes of this machine: `WARNING: Location … is ignored`."""
    return "\n".join(line for line in said.splitlines() if "Location" not in line)


def test_the_action_works_on_a_bare_machine(
    wheel: Path, programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`uses: OWNER/m3bench@v0` with `servers` or `suite`: each step of action.yml, in order."""
    links = f"{wheel.parent} {os.environ.get('PIP_FIND_LINKS', '')}".strip()
    monkeypatch.setenv("PIP_FIND_LINKS", links)  # has m3bench-world, as the index will
    entry = {"command": str(programs / "python"), "args": [str(LIBRARY), "vague"]}
    (tmp_path / "mcp.json").write_text(json.dumps({"mcpServers": {"library": entry}}))
    host = bare_host(tmp_path / "servers", programs, wheel, servers=str(tmp_path / "mcp.json"))
    steps, skipped = host.run_all()
    assert [done.returncode for done in steps] == [0, 0, 0], said_by(steps)
    assert skipped == ["actions/setup-python@v5", "actions/upload-artifact@v4"]
    assert "::warning file=" in steps[-1].stderr
    assert "## m3bench: the servers pass" in host.summary
    assert "Tasks: matching solved" in host.summary

    host = bare_host(tmp_path / "suite", programs, wheel, suite="smoke", agent="noisy:0.9", args="--limit 2")
    host.inputs["fail-under"] = "mean=0.99"
    steps, _ = host.run_all()
    assert [done.returncode for done in steps] == [0, 1, 0], said_by(steps)
    assert "::error title=m3bench%3A a gate is not met::mean is" in steps[-1].stderr
    assert host.summary.startswith("## m3bench: a gate is not met")


def said_by(steps: list[CompletedProcess[str]]) -> str:
    return "".join(done.stdout + done.stderr for done in steps)


def bare_host(folder: Path, programs: Path, wheel: Path, **inputs: str) -> Host:
    folder.mkdir()
    host = Host(folder, package=str(wheel), **inputs)
    host.path, host.timeout = f"{programs}:{os.environ['PATH']}", SECONDS
    return host
