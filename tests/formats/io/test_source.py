from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from m3bench.core import FormatError, Trajectory
from m3bench.formats import FORMATS, read_trajectories, trajectories_from

if TYPE_CHECKING:
    from tests.formats.conftest import Save


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FormatError) as caught:
        read_trajectories(tmp_path / "none.json")
    assert str(caught.value) == f"{tmp_path / 'none.json'}: cannot be read: No such file or directory"


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"cannot be read: Is a directory$"):
        read_trajectories(tmp_path)


def test_a_path_that_cannot_be() -> None:
    with pytest.raises(FormatError, match=r"cannot be read: (open: )?embedded null"):
        read_trajectories("a\0b")


def test_a_path_may_be_text(save: Save) -> None:
    assert read_trajectories(str(save("p.json", [{"id": "a", "steps": []}]))) == [Trajectory(task_id="a")]


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "parquet"])
@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        (b"", "empty"),
        (b"[1,\n\xff]", "line 2: not UTF-8: the byte 0xff is invalid here"),
        ("[]".encode("utf-16"), "line 1: not UTF-8: the byte 0xff is invalid here"),
    ],
)
def test_every_format_refuses_what_is_no_text(save: Save, name: str, raw: bytes, problem: str) -> None:
    path = save("file", raw)
    read = FORMATS[name].read_tasks or FORMATS[name].read_trajectories
    assert read is not None
    for chosen in (None, name):
        with pytest.raises(FormatError) as caught:
            _read(path, name, chosen)
        assert str(path) in str(caught.value)
        assert problem in str(caught.value)


def _read(path: Path, name: str, chosen: str | None) -> Any:
    from m3bench.formats import read_tasks

    return (read_tasks if "tasks" in FORMATS[name].holds else read_trajectories)(path, format=chosen)


def test_data_that_is_no_json() -> None:
    circle: list[Any] = []
    circle.append(circle)
    for data, problem in [
        ([{1, 2}], "set is not JSON"),
        (circle, "Circular reference"),
        ([10**5000], "digits"),
    ]:
        with pytest.raises(FormatError, match=f"^here: expected JSON data: .*{problem}"):
            trajectories_from(data, file="here")


def test_records_share_nothing_with_the_callers_data() -> None:
    record: dict[str, Any] = {"id": "a", "steps": [[{"name": "x", "arguments": {"a": [1]}}]]}
    (read,) = trajectories_from([record])
    record["steps"][0][0]["arguments"]["a"].append(2)
    assert read.steps[0].calls[0].arguments == {"a": [1]}
