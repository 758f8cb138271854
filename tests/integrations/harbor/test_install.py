"""Harbor's own loader and linter, in an environment of their own: Harbor needs Python 3.12."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from m3bench.integrations.harbor import HarborExport
from m3bench.suites import Suite, WorldRef

VERSION = "0.25.0"
INSTALLED = os.environ.get("M3BENCH_HARBOR")
"""The Python of an environment with Harbor, if there is one already."""
LOAD = """
import json, sys
from harbor.models.task.task import Task
from harbor.models.task.verifier_mode import resolve_task_verifier_mode
found = []
for path in sys.argv[1:]:
    task = Task(path)
    servers = [server.url for server in task.config.environment.mcp_servers]
    mode = resolve_task_verifier_mode(task.config).value
    found.append([task.name, servers, mode, "canary" in task.instruction])
print(json.dumps(found))
"""
RULES = (
    "unknown-config-field",
    "root-agent",
    "shared-verifier",
    "overlapping-artifacts",
    "artifact-log-overlap",
    "unpinned-python-dependency",
    "verifier-runtime-install",
    "verifier-network-download",
    "agent-image-test-leak",
)
"""Harbor's rules, except those that need Docker."""


@pytest.fixture(scope="session")
def harbor_python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if INSTALLED:
        return Path(INSTALLED)
    python = next(filter(None, map(shutil.which, ("python3.13", "python3.12"))), None)
    uv = shutil.which("uv")
    if python is None or uv is None:
        pytest.skip("Harbor needs Python 3.12 and uv to install it")
    folder = tmp_path_factory.mktemp("harbor-venv")
    newest = folder / "overrides.txt"
    newest.write_text("certifi\n")  # Harbor asks for the newest one, which mirrors may not have yet
    made = subprocess.run([uv, "venv", "-q", "-p", python, folder / "venv"], check=False)
    command = [
        uv,
        "pip",
        "install",
        "-q",
        "-p",
        str(folder / "venv"),
        "--override",
        str(newest),
        f"harbor=={VERSION}",
    ]
    if made.returncode or (done := subprocess.run(command, capture_output=True, check=False)).returncode:
        pytest.skip(f"Harbor could not be installed: {'' if made.returncode else done.stderr[-300:]!r}")
    return folder / "venv" / "bin" / "python"


@pytest.mark.install
def test_harbor_reads_an_exported_suite(harbor_python: Path, smoke: Suite, tmp_path: Path) -> None:
    exporting = HarborExport(
        suite=smoke, world=WorldRef(), version="0.1.0", install="m3bench==0.1.0", solution=True
    )
    folders = exporting.write(smoke.tasks, tmp_path / "tasks").folders.values()
    loaded = subprocess.run(
        [harbor_python, "-c", LOAD, *folders], capture_output=True, text=True, check=False
    )
    assert loaded.returncode == 0, loaded.stderr
    expected = [
        [f"m3bench/{folder.name}", ["http://m3bench:8000/mcp"], "separate", False] for folder in folders
    ]
    assert json.loads(loaded.stdout) == expected
    select = [word for rule in RULES for word in ("--select", rule)]
    linted = subprocess.run(
        [harbor_python.with_name("harbor"), "lint", *folders, *select, "--json"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (linted.returncode, json.loads(linted.stdout)) == (0, []), linted.stderr
