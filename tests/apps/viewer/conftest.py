"""Slides are outlines in these tests, whatever is installed, unless one says otherwise."""

from __future__ import annotations

import pytest

from m3bench.apps.viewer import rendering


@pytest.fixture(autouse=True)
def no_office(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendering, "office", lambda: None)
