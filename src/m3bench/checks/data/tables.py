"""The check of CSV files."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from m3bench.checks.check import CheckFailed, Corruptions, Evidence, Verdict
from m3bench.checks.corruption import off_value
from m3bench.checks.data.values import MAX_EXPECTED, MAX_ROWS, row_faults, shown_row
from m3bench.checks.files import FileCheck, made_text, with_contents
from m3bench.checks.reading import EXACT, Tolerance


class CsvTable(FileCheck, frozen=True):
    """Texts are compared exactly, and numbers by their value: `12.50` is 12.5. An empty cell is null."""

    about = "a CSV file has exactly this header and these rows"

    header: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    ordered: bool = True
    """Whether the order of the rows matters. That of the columns always does."""
    delimiter: str = ","
    tolerance: Tolerance = EXACT

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.header or any(len(row) != len(self.header) for row in self.rows):
            raise ValueError("every row must have as many values as the header, which is not empty")
        if len(self.delimiter) != 1 or self.delimiter in '"\r\n':
            raise ValueError("the delimiter must be one character")
        if len(self.rows) > MAX_EXPECTED:
            raise ValueError(f"expected at most {MAX_EXPECTED} rows")

    def look(self, evidence: Evidence) -> Verdict:
        path, text = made_text(evidence, self.path)
        lines = read_csv(text, path, self.delimiter)
        if not lines:
            raise CheckFailed(f"{path} is empty")
        if tuple(lines[0]) != self.header:
            header = f"{shown_row(lines[0])}, expected {shown_row(self.header)}"
            return self.verdict(False, f"{path}: the header is {header}")
        faults = row_faults(lines[1:], self.rows, self.tolerance, ordered=self.ordered, written=True)
        return self.verdict_on(path, faults, f"{path} has {len(self.rows)} rows as expected")

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        header, rows = list(self.header), [list(row) for row in self.rows]
        changes: list[tuple[str, list[list[Any]]]] = [
            ("another header", [[f"{header[0]} or so", *header[1:]], *rows]),
            ("no header", rows),
            ("a row too many", [header, *rows, ["one too many"] * len(header)]),
            ("a column too many", [[*header, "more"], *([*row, "more"] for row in rows)]),
            *_row_changes(header, rows, self.tolerance),
        ]
        if self.ordered and len(rows) > 1 and rows[0] != rows[-1]:
            changes.append(("rows swapped", [header, rows[-1], *rows[1:-1], rows[0]]))
        contents = [(words, _written(lines, self.delimiter)) for words, lines in changes]
        if len(header) > 1:
            other = ";" if self.delimiter != ";" else ","
            contents.append(("another delimiter", _written([header, *rows], other)))
        return with_contents(evidence, self.path, contents, scratch)


def read_csv(text: str, path: str, delimiter: str) -> list[list[str]]:
    """Return the lines of a CSV file that are not blank. Raise `CheckFailed` if it cannot be read."""
    lines: list[list[str]] = []
    try:
        for line in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True):
            if len(lines) > MAX_ROWS:
                raise CheckFailed(f"{path} has more than {MAX_ROWS:,} rows")
            if line:
                lines.append(line)
    except csv.Error as error:
        raise CheckFailed(f"{path} is not readable CSV: {error}") from None
    return lines


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
    for index, name in enumerate(header):
        wrong = [*rows[0][:index], off_value(rows[0][index], tolerance), *rows[0][index + 1 :]]
        changes.append((f"a wrong {name}", [header, wrong, *rows[1:]]))
    return changes


def _written(lines: Sequence[Sequence[Any]], delimiter: str) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter, lineterminator="\n").writerows(lines)
    return text.getvalue().encode()
