"""Where `m3bench report` writes, and which names it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.cli.scoring.report import page_path
from m3bench.core import UsageError


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("x", "x.html"),
        ("x.html", "x.html"),
        ("X.HTM", "X.HTM"),
        ("run-2026.11", "run-2026.11.html"),
        (".", "report.html"),
    ],
)
def test_names_of_pages(given: str, written: str) -> None:
    assert page_path(Path(given)) == Path(written)


@pytest.mark.parametrize("given", ["x.pdf", "x.json", "x.md"])
def test_other_files_are_refused(given: str) -> None:
    with pytest.raises(UsageError, match="is not a name for a page"):
        page_path(Path(given))
