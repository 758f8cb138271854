"""`m3bench suite export` and `python -m m3bench.cli.harbor`."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.cli.harbor import collect, verify
from m3bench.cli.suites.export import export
from m3bench.core import FormatError, UsageError


def test_a_task_is_exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    export("smoke", tmp_path / "tasks", task=["smoke/warmth", "smoke/warmth"], apt=["libreoffice"])
    assert "1 tasks exported to" in capsys.readouterr().out
    (folder,) = (tmp_path / "tasks").iterdir()
    dockerfile = (folder / "tests" / "Dockerfile").read_text()
    assert "apt-get install -y --no-install-recommends libreoffice" in dockerfile
    assert "'m3bench[encoder,media,suites]==" in dockerfile


def test_wrong_names_are_explained(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"smoke has no task 'smoke/warmt'.\nDid you mean smoke/warmth"):
        export("smoke", tmp_path / "tasks", task=["smoke/warmt"])
    assert list(tmp_path.iterdir()) == []


def test_a_folder_without_a_task_or_a_record_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"task\.jsonl: cannot be read"):
        verify(tmp_path, tmp_path, out=tmp_path / "out")
    with pytest.raises(UsageError, match="no record of a gateway"):
        collect(tmp_path)
