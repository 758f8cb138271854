"""Rows as the bytes of a Parquet file, one group of rows in memory at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from m3bench.core import MissingExtraError, chunks
from m3bench.formats.io import ByteSink

ROWS_PER_GROUP = 10_000


class Column(NamedTuple):
    """A column: its name and the name of its type in pyarrow."""

    name: str
    kind: str


def require_parquet(feature: str = "Writing Parquet") -> Any:
    """Return pyarrow. Raise `MissingExtraError` if it is not installed, early, before long work."""
    try:
        import pyarrow  # noqa: PLC0415 - optional
        import pyarrow.parquet  # noqa: PLC0415 - optional
    except ImportError as error:
        raise MissingExtraError(feature, "parquet") from error
    return pyarrow


def parquet_chunks(
    rows: Iterable[Mapping[str, Any]], columns: Iterable[Column], *, group: int = ROWS_PER_GROUP
) -> Iterator[bytes]:
    """Yield the bytes of a Parquet file.

    Args:
        rows: Values by column. Missing ones are null.
        columns: The columns, in order.
        group: The rows of a group. Only one group is in memory.

    Raises:
        MissingExtraError: pyarrow is not installed.
    """
    arrow = require_parquet()
    schema = arrow.schema([(column.name, getattr(arrow, column.kind)()) for column in columns])
    return written_rows(arrow, rows, schema, group)


def written_rows(arrow: Any, rows: Iterable[Mapping[str, Any]], schema: Any, group: int) -> Iterator[bytes]:
    """Yield the bytes of a Parquet file, one group of rows at a time."""
    sink = ByteSink()
    with arrow.parquet.ParquetWriter(sink, schema) as writer:
        for some in chunks(rows, group):
            writer.write_table(arrow.Table.from_pylist(some, schema=schema))
            yield sink.take()
    yield sink.take()
