"""Tracebacks of attempts in the run folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.core.redaction import protect
from m3bench.runs.engine.failures import write_traceback
from m3bench.runs.store import Key

KEY = "sk-in-a-traceback-1234"


def raised(error: Exception) -> Exception:
    try:
        raise error  # noqa: TRY301 - for its traceback
    except Exception as caught:  # noqa: BLE001 - whatever it is
        return caught


def test_the_traceback_has_no_secrets_and_no_surrogates(tmp_path: Path) -> None:
    protect([KEY])
    name = write_traceback(tmp_path, Key("suite/task\udcff", 2), 3, raised(ValueError(f"{KEY} \udcff")))
    text = (tmp_path / name).read_text()
    assert name.startswith("errors/suite_task_")
    assert name.endswith("-2-3.txt")
    assert "Traceback" in text
    assert r"${SECRET} \udcff" in text


def test_the_file_is_bounded(tmp_path: Path) -> None:
    def endless(depth: int) -> int:
        return endless(depth + 1) + 1

    with pytest.raises(RecursionError) as caught:
        endless(0)
    for error in (caught.value, raised(ValueError("x" * 1_000_000))):
        assert (tmp_path / write_traceback(tmp_path, Key("a", 1), 1, error)).stat().st_size < 200_000


def test_a_folder_that_is_gone_is_not_made_again(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_traceback(tmp_path / "gone", Key("a", 1), 1, raised(ValueError()))
    assert not (tmp_path / "gone").exists()
