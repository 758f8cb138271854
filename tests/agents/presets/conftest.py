"""Fixtures of presets: those of programs, and no keys."""

from __future__ import annotations

import pytest

from tests.agents.external.conftest import _nothing_is_left, workspace
from tests.agents.presets.fakes import KEYS

__all__ = ["_nothing_is_left", "workspace"]


@pytest.fixture(autouse=True)
def _no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in KEYS.values():
        monkeypatch.delenv(name, raising=False)
