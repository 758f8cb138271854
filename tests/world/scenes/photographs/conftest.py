"""Photographs for tests: stand-ins, or those that the user fetched."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs
import pytest

from m3bench_world.scenes.photographs import is_fetched
from m3bench_world.scenes.photographs.store import VARIABLE
from tests.world.scenes.photographs.stand_ins import write_stand_ins

_USERS = os.environ.get(VARIABLE) or str(
    Path(os.environ.get("M3BENCH_CACHE") or platformdirs.user_cache_path("m3bench")) / "photographs"
)
"""Where the user has photographs; tests have a cache of their own."""


@pytest.fixture(scope="session")
def stand_in_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_stand_ins(tmp_path_factory.mktemp("stand_ins"))


@pytest.fixture
def stand_ins(stand_in_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Scenes are composed of stand-ins."""
    monkeypatch.setenv(VARIABLE, str(stand_in_folder))
    return stand_in_folder


@pytest.fixture
def photographs(monkeypatch: pytest.MonkeyPatch) -> Path:
    """Scenes are composed of the photographs of this machine, or the test is skipped."""
    monkeypatch.setenv(VARIABLE, _USERS)
    if not is_fetched():
        pytest.skip("the photographs are not fetched: m3bench install photographs")
    return Path(_USERS)


@pytest.fixture
def no_photographs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing was fetched."""
    folder = tmp_path / "photographs"
    monkeypatch.setenv(VARIABLE, str(folder))
    return folder
