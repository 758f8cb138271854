"""Run folders below a folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.core import UsageError
from m3bench.runs.listing import find_runs


def make(path: Path) -> Path:
    path.mkdir(parents=True)
    (path / "manifest.json").write_text("{}")
    return path


def test_runs_are_found_in_order_and_not_inside_runs(tmp_path: Path) -> None:
    study = tmp_path / "study"
    b, a, deep = make(study / "b"), make(study / "a"), make(study / "more" / "c")
    make(study / "a" / "inner")
    make(study / ".hidden")
    (study / "link").symlink_to(make(tmp_path / "elsewhere"))
    assert find_runs([study]) == [a, b, deep]
    assert find_runs([b, study / "more"]) == [b, deep]


def test_what_has_no_run_says_so(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has no run folder in it"):
        find_runs([tmp_path])
    with pytest.raises(UsageError, match="is not a run folder"):
        find_runs([tmp_path / "nowhere"])
    too_deep = make(tmp_path / "1" / "2" / "3" / "4" / "5")
    assert too_deep.is_dir()
    with pytest.raises(UsageError, match="has no run folder"):
        find_runs([tmp_path])
