"""Paths of elsewhere, brought into a workspace."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from m3bench.runs.replaying.replayed_calls import file_arguments, map_paths, missing_pictures


def test_files_are_known_by_the_name_of_the_parameter() -> None:
    arguments = {"filepath": "/tmp/a.xlsx", "image_paths": ["x.png", "y.png"], "query": "a/b", "file_path": 3}
    assert file_arguments(arguments) == ["/tmp/a.xlsx", "x.png", "y.png"]
    assert file_arguments({"image_source": "https://example.org/x.png", "input_data": "line\nline"}) == []


def test_what_lies_outside_is_brought_in_and_told(tmp_path: Path) -> None:
    arguments = {
        "filepath": "/tmp/drugs.xlsx",
        "output_path": "../../x.png",
        "input_path": "./media/y.png",
        "n": 1,
    }
    changed, outside = map_paths(arguments, tmp_path, absolute=False)
    assert changed == {
        "filepath": "tmp/drugs.xlsx",
        "output_path": "x.png",
        "input_path": "media/y.png",
        "n": 1,
    }
    assert outside == ["/tmp/drugs.xlsx", "../../x.png"]
    assert (tmp_path / "tmp").is_dir()
    assert (tmp_path / "media").is_dir()


def test_some_servers_want_whole_paths(tmp_path: Path) -> None:
    changed, outside = map_paths({"filepath": "./food.xlsx"}, tmp_path, absolute=True)
    assert changed == {"filepath": str(tmp_path / "food.xlsx")}
    assert outside == []


def test_pictures_that_nobody_has(tmp_path: Path) -> None:
    (tmp_path / "have.png").write_bytes(b"x")
    arguments = {"image_paths": ["have.png", "lack.JPG"], "file_path": "slides.pptx"}
    assert missing_pictures(arguments, tmp_path) == ["lack.JPG"]


@given(st.text(alphabet="./~ab", max_size=20))
def test_no_path_stays_outside(path: str) -> None:
    workspace = Path("/nowhere/at/all")
    names: list[str] = []
    for value in file_arguments({"path": path}):
        names.append(value)
        inner = (workspace / mapped_name(value)).resolve()
        assert inner.is_relative_to(workspace)
    assert len(names) <= 1


def mapped_name(path: str) -> str:
    from m3bench.runs.replaying.replayed_calls import _inside

    return _inside(path)
