"""Corrupted CSV files."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from m3bench.checks.check import Evidence
from m3bench.checks.corruption.copies import other_value
from m3bench.checks.corruption.data.common import Corruptions, Corruptors, with_contents
from m3bench.checks.data import CsvTable
from m3bench.checks.reading import Tolerance


def _tables(check: CsvTable, evidence: Evidence, scratch: Path) -> Corruptions:
    header, rows = list(check.header), [list(row) for row in check.rows]
    changes: list[tuple[str, list[list[Any]]]] = [
        ("another header", [[f"{header[0]} or so", *header[1:]], *rows]),
        ("no header", rows),
        ("a row too many", [header, *rows, ["one too many"] * len(header)]),
        ("a column too many", [[*header, "more"], *([*row, "more"] for row in rows)]),
        *_row_changes(header, rows, check.tolerance),
    ]
    if check.ordered and len(rows) > 1 and rows[0] != rows[-1]:
        changes.append(("rows swapped", [header, rows[-1], *rows[1:-1], rows[0]]))
    contents = [(words, _written(lines, check.delimiter)) for words, lines in changes]
    other = ";" if check.delimiter != ";" else ","
    if len(header) > 1:
        contents.append(("another delimiter", _written([header, *rows], other)))
    return with_contents(evidence, check.path, contents, scratch)


def _row_changes(
    header: list[str], rows: list[list[Any]], tolerance: Tolerance
) -> list[tuple[str, list[list[Any]]]]:
    if not rows:
        return []
    changes = [
        ("a row too few", [header, *rows[:-1]]),
        ("a row twice", [header, rows[0], *rows]),
        ("everything in one cell", [header, [str(rows), *[""] * (len(header) - 1)]]),
    ]
    for place, name in enumerate(header):
        value = rows[0][place]
        slack = tolerance.slack(value) if isinstance(value, int | float) else 0.0
        wrong = [*rows[0][:place], other_value(value, slack), *rows[0][place + 1 :]]
        changes.append((f"a wrong {name}", [header, wrong, *rows[1:]]))
    return changes


def _written(lines: Sequence[Sequence[Any]], delimiter: str) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter, lineterminator="\n").writerows(lines)
    return text.getvalue().encode()


TABLE_CORRUPTORS: Corruptors = {CsvTable: _tables}
