"""Corrupted spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from m3bench.checks.check import Corruptions, Evidence
from m3bench.checks.corruption import with_files, without_file
from m3bench.checks.files import content, only_file
from m3bench.checks.reading import phrase
from m3bench.media import written_bytes

Change = Callable[[Any], None]


def changed_sheets(
    evidence: Evidence, pattern: str, sheet: str | None, changes: Sequence[tuple[str, Change]], scratch: Path
) -> Corruptions:
    path = only_file(evidence, pattern)
    data = content(evidence.workspace, path)
    contents = [("no spreadsheet", b"\0 this is not a spreadsheet")]
    contents += [(words, _rewritten(data, path, sheet, change)) for words, change in changes]
    return [
        ("no file", without_file(evidence, path, scratch)),
        *with_files(evidence, path, contents, scratch),
    ]


def _rewritten(data: bytes, path: str, sheet: str | None, change: Change) -> bytes:
    import openpyxl  # noqa: PLC0415 - heavy

    if not path.lower().endswith(".csv"):
        book = openpyxl.load_workbook(io.BytesIO(data))
        names = [name for name in book.sheetnames if sheet is None or phrase(name) == phrase(sheet)]
        change(book[names[0]])
        return written_bytes(book.save)
    book = openpyxl.Workbook()
    for line in csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")):
        book.active.append(line)
    change(book.active)
    text = io.StringIO(newline="")
    csv.writer(text).writerows(book.active.iter_rows(values_only=True))
    return text.getvalue().encode()
