"""Spreadsheets. Their XML depends on the version of openpyxl."""

from __future__ import annotations

from typing import Any

import msgspec

from m3bench.media import written_bytes
from m3bench.suites.data_files.packing import repacked

_CORE = (
    b'<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"'
    b' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"'
    b' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:creator>m3bench</dc:creator>'
    b'<dcterms:created xsi:type="dcterms:W3CDTF">2026-01-01T00:00:00Z</dcterms:created>'
    b'<dcterms:modified xsi:type="dcterms:W3CDTF">2026-01-01T00:00:00Z</dcterms:modified></cp:coreProperties>'
)
"""openpyxl always writes the current time."""


def write_xlsx(content: Any) -> bytes:
    """Write rows by the name of their sheet. A text that starts with `=` is a formula without a value."""
    import openpyxl  # noqa: PLC0415 - heavy

    sheets = msgspec.convert(content, dict[str, list[list[str | int | float | bool | None]]])
    if not sheets:
        raise ValueError("there is no sheet")
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        page = book.create_sheet(name)
        for row in rows:
            page.append(row)
    return repacked(written_bytes(book.save), core=_CORE)
