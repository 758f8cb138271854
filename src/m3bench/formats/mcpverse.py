"""MCPVerse question files: CSV with one question per row."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Any

from m3bench.core import FormatError, Task
from m3bench.formats.io import Source, printable_text
from m3bench.formats.supplement import differences
from m3bench.formats.upgrade import FLAGS, METHODS, upgrade_task

COLUMNS = ("question_id", "question", "MCP", "tool", "complexity", "answer", "eval_method", "time-sensitive")

_SEPARATOR = "+"
_FIELD_OF = {
    "question_id": "id",
    "question": "request",
    "complexity": "level",
    "answer": "answer",
    "family": "family",
    "fuzzy_request": "fuzzy_request",
}
"""Columns and their task fields. The last two are not part of MCPVerse, and written only if needed."""
_METHOD_NAMES = {method: name for name, method in METHODS.items()}
_FLAG_NAMES = {flag: name for name, flag in FLAGS.items()}


def read_tasks(source: Source) -> Iterator[Task]:
    rows = _rows(source)
    header = next(rows, None)
    if header is None:
        raise FormatError("expected a header row, found an empty file", file=source.file)
    _check_header(header, source.file)
    for index, cells in enumerate(rows):
        yield _task_from(_row(header, cells, index, source.file), index, source.file)


def write_tasks(tasks: Iterable[Task], file: str) -> Iterator[bytes]:
    rows = [_checked_row(task, file) for task in tasks]
    header = list(dict.fromkeys([*COLUMNS, *(column for row in rows for column in row)]))
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows([[row.get(column, "") for column in header] for row in rows])
    yield buffer.getvalue().encode("utf-8")


def _rows(source: Source) -> Iterator[list[str]]:
    """Yield the rows that are not blank."""
    # Spreadsheet programs write a byte order mark.
    reader = csv.reader(io.StringIO(source.text.removeprefix("\ufeff"), newline=""), strict=True)
    try:
        yield from (cells for cells in reader if cells)
    except csv.Error as error:
        place = f"line {reader.line_num}"
        raise FormatError(f"not valid CSV: {error}", file=source.file, place=place) from None


def _check_header(header: list[str], file: str) -> None:
    missing = [column for column in COLUMNS if column not in header]
    if missing:
        problem = f"missing columns: {', '.join(missing)} (found: {', '.join(map(printable_text, header))})"
        raise FormatError(problem, file=file, place="header")
    repeated = [column for column in dict.fromkeys(header) if header.count(column) > 1]
    if repeated:
        raise FormatError(f"duplicate columns: {', '.join(repeated)}", file=file, place="header")


def _row(header: list[str], cells: list[str], index: int, file: str) -> dict[str, str]:
    if len(cells) != len(header):
        at = header.index("question_id")
        record = printable_text(cells[at]) if at < len(cells) and cells[at] else f"#{index}"
        problem = f"expected {len(header)} cells, found {len(cells)}"
        raise FormatError(problem, file=file, record=record)
    return dict(zip(header, cells, strict=True))


def _task_from(row: dict[str, str], index: int, file: str) -> Task:
    if not row["question_id"]:
        problem = "expected an id, found an empty cell"
        raise FormatError(problem, file=file, record=f"#{index}", place="question_id")
    known: dict[str, Any] = {name: row.get(column) or None for column, name in _FIELD_OF.items()}
    servers = (server.strip() for server in row["MCP"].split(_SEPARATOR))
    extra = {column: cell for column, cell in row.items() if cell and column not in {*_FIELD_OF, "MCP"}}
    return upgrade_task(Task(**known, servers=tuple(server for server in servers if server), extra=extra))


def _checked_row(task: Task, file: str) -> dict[str, str]:
    """Return the row of a task. Raises `FormatError` if it would not read back as the same task."""
    row = _row_of(task)
    lost = [place for place, _ in differences(task, _task_from(row, 0, file))]
    lost += [column for column, cell in row.items() if not _is_encodable(column + cell)]
    if lost:
        problem = f"the format mcpverse cannot hold {', '.join(lost)} of this task; jsonl can"
        raise FormatError(problem, file=file, record=printable_text(task.id))
    return row


def _row_of(task: Task) -> dict[str, str]:
    known = {column: getattr(task, name) or "" for column, name in _FIELD_OF.items()}
    stored = task.to_dict().get("extra", {})
    extra = {str(column): cell for column, cell in stored.items() if isinstance(cell, str)}
    blank = dict.fromkeys(COLUMNS, "")
    own = {column: cell for column, cell in known.items() if cell or column in COLUMNS}
    return {**blank, **extra, **_upgraded_cells(task), **own, "MCP": f" {_SEPARATOR} ".join(task.servers)}


def _upgraded_cells(task: Task) -> dict[str, str]:
    """Return the cells of columns that are read into other fields."""
    method = task.answer_key.method if task.answer_key is not None else None
    cells = {
        "role": task.role,
        "rules": task.rules[0] if len(task.rules) == 1 else None,
        "difficulty": task.difficulty,
        "kind": task.kind,
        "time-sensitive": _FLAG_NAMES.get(task.time_sensitive) if task.time_sensitive is not None else None,
        "eval_method": _METHOD_NAMES.get(method) if method is not None else None,
    }
    return {column: str(cell) for column, cell in cells.items() if cell}


def _is_encodable(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
