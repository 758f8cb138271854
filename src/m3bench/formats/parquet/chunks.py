"""Rows as the bytes of a Parquet file, one group of rows in memory at a time."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from m3bench.core import MissingExtraError

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
    sink = ByteSink()
    remaining = iter(rows)
    with arrow.parquet.ParquetWriter(sink, schema) as writer:
        while some := list(islice(remaining, group)):
            writer.write_table(arrow.Table.from_pylist(some, schema=schema))
            yield sink.take()
    yield sink.take()


class ByteSink(io.RawIOBase):
    """Collects what is written until it is taken."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: list[bytes] = []
        self._written = 0

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._written

    def write(self, data: Any) -> int:
        part = bytes(data)
        self._parts.append(part)
        self._written += len(part)
        return len(part)

    def take(self) -> bytes:
        """Return the bytes since the last call."""
        taken = b"".join(self._parts)
        self._parts.clear()
        return taken
