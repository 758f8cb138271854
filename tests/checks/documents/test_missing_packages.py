"""A file is not broken because nothing that reads it is installed."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable

import docx
import pytest

from m3bench.checks.check import CheckFailed
from m3bench.checks.documents.docx_reading import read_docx
from m3bench.checks.documents.docx_styles import read_parts


@pytest.mark.parametrize("read", [read_docx, read_parts])
def test_word_documents(read: Callable[[bytes, str], object], monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    docx.Document().save(written)
    assert read(written.getvalue(), "letter.docx")
    with pytest.raises(CheckFailed, match="not a readable"):
        read(b"PK broken", "letter.docx")
    monkeypatch.setitem(sys.modules, "lxml", None)
    with pytest.raises(ModuleNotFoundError):
        read(written.getvalue(), "letter.docx")
