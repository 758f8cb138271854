"""An archive in place of the real one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from m3bench_world.scenes.photographs import catalogue
from m3bench_world.scenes.photographs.fetching import fetch
from tests.world.scenes.photographs.fetching.archive import Archive


@pytest.fixture
def archive(tmp_path: Path, no_photographs: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Archive]:
    folder = tmp_path / "debs"
    folder.mkdir()
    made = Archive(folder)
    monkeypatch.setattr(fetch, "packages", lambda: tuple(made.packages))
    monkeypatch.setattr(fetch, "sources", lambda: tuple(made.sources))
    catalogue.catalogue_digest.cache_clear()
    yield made
    assert [path.name for path in no_photographs.parent.glob("photographs-new*")] == []
