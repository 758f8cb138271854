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


def test_each_file_belongs_to_one_part() -> None:
    files = [path for path in HERE.rglob("test_*.py") if schedule.may_hold("slow", path)]
    parts = [{path for path in files if schedule.is_in_slice(path, f"{number}/3")} for number in (1, 2, 3)]
    assert sum(map(len, parts)) == len(files) == len(set.union(*parts))
    assert all(len(files) / 5 < len(part) < len(files) / 2 for part in parts)


@pytest.mark.parametrize("part", ["", "1", "0/2", "3/2", "1/0", "a/b", "-1/2"])
def test_a_part_that_is_none_is_refused(part: str) -> None:
    with pytest.raises(ValueError, match="such as 1/2"):
        schedule.is_in_slice(HERE / "test_rooms.py", part)
