"""Files of a workspace are read with memory for what they hold, up to a limit."""

from __future__ import annotations

import os
import tracemalloc
from pathlib import Path

import pytest

from m3bench.checks.check import CheckFailed
from m3bench.checks.files import workspaces


def test_a_small_file_takes_little_memory(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"small")
    tracemalloc.start()
    try:
        assert workspaces.content(tmp_path, "a.txt") == b"small"
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 2**20


@pytest.mark.parametrize(("size", "fits"), [(100, True), (101, False)])
def test_a_file_above_the_limit_is_refused(
    size: int, fits: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workspaces, "MAX_BYTES", 100)
    (tmp_path / "a.bin").write_bytes(bytes(size))
    if fits:
        assert workspaces.content(tmp_path, "a.bin") == bytes(size)
        return
    with pytest.raises(CheckFailed, match=r"a\.bin is larger than"):
        workspaces.content(tmp_path, "a.bin")


def test_a_file_that_has_grown_is_read_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.bin").write_bytes(b"ab")
    status = os.fstat

    def grown(opened: int) -> os.stat_result:
        seen = status(opened)
        (tmp_path / "a.bin").write_bytes(b"ab and more")
        return seen

    monkeypatch.setattr(os, "fstat", grown)
    assert workspaces.content(tmp_path, "a.bin") == b"ab and more"
