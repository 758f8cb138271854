"""The tensor store: in the workspace, for every process of the attempt, and safe against hostile names."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench_world.servers.mcp_bench.scientific_computing.store import MOST_TENSORS, MOST_VALUES, PATH
from tests.servers.asking import InProcess, OverStdio

SERVER = "Scientific Computing"


def test_processes_of_an_attempt_share_the_store_and_others_do_not(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.mkdir()
    other.mkdir()
    InProcess(SERVER, one)("create_tensor", name="v", shape=[2], values=[0.1, 1e-300])
    process = OverStdio(SERVER, one)
    seen = process("view_tensor", name="v").text
    process("scale_matrix", name="v", scale_factor=2)
    process.close()
    assert seen == "[1.e-001, 1.e-300]"
    assert InProcess(SERVER, one)("view_tensor", name="v").text == "[2.e-001, 2.e-300]"
    assert InProcess(SERVER, other)("view_tensor", name="v").is_error
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == [PATH]


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "/etc/passwd", "a/b", "con", "R₁₂ᵀ", "x" * 80, "__proto__"]
)
def test_names_are_never_paths(tmp_path: Path, name: str) -> None:
    ask = InProcess(SERVER, tmp_path)
    assert not ask("create_tensor", name=name, shape=[1], values=[7]).is_error
    assert ask("view_tensor", name=name).text == "[7.]"
    assert [path.name for path in tmp_path.iterdir()] == [PATH]


@pytest.mark.parametrize("name", ["", " ", "a\nb", "\0", "x" * 81, "a\u2028b"])
def test_odd_names_are_refused(tmp_path: Path, name: str) -> None:
    assert InProcess(SERVER, tmp_path)("create_tensor", name=name, shape=[1], values=[7]).is_error
    assert not list(tmp_path.iterdir())


def test_the_store_is_bounded(tmp_path: Path) -> None:
    ask = InProcess(SERVER, tmp_path)
    assert ask("create_tensor", name="a", shape=[101, 50], values=[0] * 5_050).is_error
    for index in range(10):
        assert not ask(
            "create_tensor", name=f"t{index}", shape=[MOST_VALUES], values=[1] * MOST_VALUES
        ).is_error
    assert "store is full" in ask("create_tensor", name="more", shape=[1], values=[1]).text
    for index in range(10):
        ask("delete_tensor", name=f"t{index}")
    for index in range(MOST_TENSORS):
        ask("create_tensor", name=f"s{index}", shape=[1], values=[1])
    assert "store is full" in ask("create_tensor", name="more", shape=[1], values=[1]).text
    assert not ask("create_tensor", name="s0", shape=[1], values=[2]).is_error


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no json",
        b"[1]",
        b'{"v": {"shape": [3], "values": [1]}}',
        b'{"v": {"shape": [], "values": [1]}}',
        b"\xff",
    ],
)
def test_a_damaged_store_is_named(tmp_path: Path, data: bytes) -> None:
    (tmp_path / PATH).write_bytes(data)
    heard = InProcess(SERVER, tmp_path)("view_tensor", name="v")
    assert heard.is_error
    assert PATH in heard.text


def test_a_link_in_place_of_the_store_is_not_followed(tmp_path: Path) -> None:
    workspace, outside = tmp_path / "workspace", tmp_path / "outside.json"
    workspace.mkdir()
    outside.write_text("secret")
    (workspace / PATH).symlink_to(outside)
    assert InProcess(SERVER, workspace)("create_tensor", name="v", shape=[1], values=[1]).is_error
    assert outside.read_text() == "secret"
