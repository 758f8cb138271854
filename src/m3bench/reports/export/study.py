"""Write the tables of a study: CSV, Parquet and JSON with all columns, LaTeX with the shown ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from m3bench.formats import write_atomically
from m3bench.formats.parquet import Column, parquet_chunks
from m3bench.reports.export.latex import latex_lines
from m3bench.reports.export.scores import csv_chunks, without_surrogates
from m3bench.reports.study import Kind, Study, Table

_TYPES = {Kind.TEXT: "string", Kind.FLAG: "bool_", Kind.COUNT: "int64"}
_OTHERS = "float64"


def write_tables(study: Study, folder: Path, *, parquet: bool = True) -> list[Path]:
    """Write every table, including those that the page does not show. Returns the files."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for table in study.tables().values():
        for ending, content in _writers(parquet=parquet).items():
            path = folder / f"{table.name}.{ending}"
            write_atomically(path, content(table))
            written.append(path)
    return written


def study_document(study: Study) -> dict[str, Any]:
    """Return everything that a report says, for `write_json_document`: sections and tables by name."""
    return {
        "title": study.title,
        "created": study.created.isoformat(),
        "settings": study.settings,
        "warnings": list(study.warnings),
        "sections": {
            section.name: {
                "title": section.title,
                "intro": section.intro,
                "points": list(section.points),
                "tables": {table.name: _table(table) for table in section.tables},
            }
            for section in study.sections
        },
    }


def _table(table: Table) -> dict[str, Any]:
    columns = [msgspec.to_builtins(column) for column in table.columns]
    return {"title": table.title, "note": table.note, "columns": columns, "rows": table.rows}


def csv_bytes(table: Table) -> Iterator[bytes]:
    """Yield all columns under their keys, values unrounded."""
    return csv_chunks((column.key for column in table.columns), table.rows)


def parquet_bytes(table: Table) -> Iterator[bytes]:
    """Yield the rows of the CSV with types."""
    kinds = {column.key: _TYPES.get(column.kind, _OTHERS) for column in table.columns}
    rows = ({key: without_surrogates(row.get(key)) for key in kinds} for row in table.rows)
    return parquet_chunks(rows, [Column(*column) for column in kinds.items()])


def _writers(*, parquet: bool) -> dict[str, Callable[[Table], Iterable[bytes]]]:
    return {
        "csv": csv_bytes,
        "tex": lambda table: (line.encode() for line in latex_lines(table)),
        **({"parquet": parquet_bytes} if parquet else {}),
    }
