"""Which files a run of the slow tests reads, and in which order their tests start."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import schedule

HERE = Path(__file__).resolve().parent


def test_files_that_start_first_exist() -> None:
    assert len(set(schedule.LONGEST_FIRST)) == len(schedule.LONGEST_FIRST) > 0
    for name in schedule.LONGEST_FIRST:
        assert schedule.may_hold("slow", HERE / name), f"tests/{name} has no slow tests (any more)"


def test_known_long_files_come_before_others() -> None:
    first, second, *_ = schedule.LONGEST_FIRST
    assert schedule.rank(HERE / first) < schedule.rank(HERE / second) < schedule.rank(HERE / "test_rooms.py")
    assert schedule.rank(Path("/elsewhere/test_docs.py")) == schedule.rank(HERE / "test_rooms.py")


@pytest.mark.parametrize(
    ("file", "conftest", "held"),
    [
        ("x = pytest.mark.slow", "", True),
        ("from marks import SLOW", "", True),
        ("x = 1", "mark = pytest.mark.slow", True),
        ("x = 1", "y = 2", False),
    ],
)
def test_a_file_holds_what_it_or_a_conftest_above_names(
    file: str, conftest: str, held: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schedule, "ROOT", tmp_path)
    folder = tmp_path / "above" / "here"
    folder.mkdir(parents=True)
    (tmp_path / "conftest.py").write_text("the hook itself says slow")
    (tmp_path / "above" / "conftest.py").write_text(conftest)
    (folder / "test_it.py").write_text(file)
    assert schedule.may_hold("slow", folder / "test_it.py") is held
