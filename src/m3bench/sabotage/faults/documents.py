"""Faults of Word documents."""

from __future__ import annotations

import io
from typing import Any

from m3bench.media import written_bytes


def change_word(data: bytes, *, old: str, new: str) -> bytes:
    """Replace a text in the first paragraph or cell that contains it within one run."""
    document = _opened(data)
    for run in _runs(document):
        if old in run.text:
            run.text = run.text.replace(old, new, 1)
            return _saved(document)
    raise ValueError(f"no run contains {old!r}")


def drop_paragraph(data: bytes, *, text: str = "") -> bytes:
    """Remove the last paragraph that contains a text; the last with any text if it is empty."""
    document = _opened(data)
    paragraphs = [
        paragraph for paragraph in document.paragraphs if paragraph.text.strip() and text in paragraph.text
    ]
    if not paragraphs:
        raise ValueError(f"no paragraph contains {text!r}")
    element = paragraphs[-1]._element
    element.getparent().remove(element)
    return _saved(document)


def _opened(data: bytes) -> Any:
    from docx import Document  # noqa: PLC0415 - heavy

    return Document(io.BytesIO(data))


def _saved(document: Any) -> bytes:
    return written_bytes(document.save)


def _runs(document: Any) -> list[Any]:
    cells = [cell for table in document.tables for row in table.rows for cell in row.cells]
    paragraphs = [*document.paragraphs, *(each for cell in cells for each in cell.paragraphs)]
    return [run for paragraph in paragraphs for run in paragraph.runs]
