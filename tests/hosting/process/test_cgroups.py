"""Control groups, in a folder that looks like theirs."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.hosting.process.cgroups import ControlGroup

OWN = "0::/user.slice/app.slice/terminal.scope"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    parent = tmp_path / "user.slice" / "app.slice"
    (parent / "terminal.scope").mkdir(parents=True)
    (parent / "cgroup.subtree_control").write_text("cpu memory pids")
    (tmp_path / "own").write_text(f"1:name=systemd:/elsewhere\n{OWN}\n")
    return tmp_path


def test_a_group_is_created_beside_that_of_this_process(root: Path) -> None:
    group = ControlGroup.create("ab12.3.", 1000, 64, root=root, own=root / "own")
    assert group is not None
    group.add(4711)
    folder = root / "user.slice" / "app.slice" / "m3bench-ab12.3"
    written = {path.name: path.read_text() for path in folder.iterdir()}
    assert written == {
        "memory.max": "1000", "memory.oom.group": "1", "pids.max": "64", "cgroup.procs": "4711",
    }  # fmt: skip
    assert not group.out_of_memory
    (folder / "memory.events").write_text("low 0\nhigh 0\nmax 7\noom 1\noom_kill 2\n")
    assert group.out_of_memory


@pytest.mark.parametrize(
    ("own", "delegated"),
    [(OWN, "cpu"), ("0::/", "memory pids"), ("4:memory:/one", "memory pids"), ("", "memory pids")],
)
def test_there_is_none_where_that_is_not_possible(own: str, delegated: str, root: Path) -> None:
    (root / "own").write_text(own)
    (root / "user.slice" / "app.slice" / "cgroup.subtree_control").write_text(delegated)
    assert ControlGroup.create("a.1.", 1000, 64, root=root, own=root / "own") is None
