from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from m3bench.formats.io.line_file import append_line, end_of_complete_lines


@pytest.fixture
def file(tmp_path: Path) -> Iterator[int]:
    opened = os.open(tmp_path / "lines", os.O_RDWR | os.O_CREAT)
    yield opened
    os.close(opened)


@pytest.mark.parametrize("cut", [0, 1, 65_535, 65_536, 200_000])
def test_a_line_that_was_cut_short_is_found_however_long(file: int, cut: int) -> None:
    assert end_of_complete_lines(file) == 0
    os.write(file, b"x" * cut)
    assert end_of_complete_lines(file) == 0
    os.pwrite(file, b"one\n" + b"x" * cut, 0)
    assert end_of_complete_lines(file) == 4
    assert append_line(file, b"two\n", 4) == 8
    assert os.pread(file, 1 << 20, 0) == b"one\ntwo\n"


def test_a_disk_that_takes_little_at_a_time_gets_it_all(file: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = os.pwrite
    monkeypatch.setattr(os, "pwrite", lambda file, data, place: whole(file, bytes(data)[:3], place))
    assert append_line(file, b"one and two\n", 0) == 12
    assert os.pread(file, 100, 0) == b"one and two\n"


def test_a_disk_that_is_full_leaves_nothing(file: int, monkeypatch: pytest.MonkeyPatch) -> None:
    append_line(file, b"one\n", 0)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        append_line(file, b"two\n", 4)
    assert os.pread(file, 100, 0) == b"one\n"
