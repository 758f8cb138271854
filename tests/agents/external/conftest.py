"""Fixtures of the `command` agent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from m3bench.hosting.process.harness import HARNESS
from m3bench.hosting.process.warden import marked_processes


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "workspace"
    folder.mkdir()
    return folder


@pytest.fixture(autouse=True)
def _nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    yield
    assert marked_processes(HARNESS._mark) == []
    assert list(scratch.iterdir()) == []
