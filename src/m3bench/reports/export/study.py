"""Write the tables of a study: CSV and Parquet with all columns, LaTeX with the shown ones."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path

from m3bench.formats import write_atomically
from m3bench.formats.parquet import require_parquet
from m3bench.reports.export.latex import latex_table
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
            write_atomically(path, [content(table)])
            written.append(path)
    return written


def csv_bytes(table: Table) -> bytes:
    """Return all columns under their keys, values unrounded."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, [column.key for column in table.columns], extrasaction="ignore")
    writer.writeheader()
    writer.writerows(table.rows)
    return text.getvalue().encode("utf-8", "backslashreplace")


def parquet_bytes(table: Table) -> bytes:
    """Return the rows of the CSV with types."""
    require_parquet()
    import pyarrow  # noqa: PLC0415 - optional
    import pyarrow.parquet  # noqa: PLC0415 - optional

    kinds = {column.key: getattr(pyarrow, _TYPES.get(column.kind, _OTHERS))() for column in table.columns}
    rows = [{key: _storable(row.get(key)) for key in kinds} for row in table.rows]
    buffer = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows, schema=pyarrow.schema(kinds)), buffer)
    return buffer.getvalue()


def _writers(*, parquet: bool) -> dict[str, Callable[[Table], bytes]]:
    return {
        "csv": csv_bytes,
        "tex": lambda table: latex_table(table).encode(),
        **({"parquet": parquet_bytes} if parquet else {}),
    }


def _storable(value: object) -> object:
    """Replace lone surrogates, which Arrow rejects."""
    return value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else value
