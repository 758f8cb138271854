"""The real programs of presets, installed once for all tests."""

from __future__ import annotations

import os
import shutil

import pytest

from m3bench.agents.presets import PRESETS, agent_environments
from m3bench.hosting.catalog import InstallError

_INSTALLED = os.environ.get("M3BENCH_AGENTS")
"""Programs that are installed already are used from here."""


def install_program(name: str, factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install the program of a preset, or skip the test. All workers of a test run share the folder."""
    base = factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    monkeypatch.setenv("M3BENCH_AGENTS", _INSTALLED or str(shared / "agents"))
    entry = PRESETS[name].entry
    assert entry is not None
    if entry.registry == "npm" and (shutil.which("npm") is None or shutil.which("node") is None):
        pytest.skip("Node.js with npm is not installed")
    try:
        agent_environments().install(entry)
    except InstallError as error:
        pytest.skip(f"{name} could not be installed: {error}")
