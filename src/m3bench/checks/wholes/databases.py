"""The contents of SQLite databases: the cells of all tables by key and column, and the schema."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from m3bench.checks.check import CheckFailed
from m3bench.checks.data import query_rows

DATABASES = (".db", ".sqlite", ".sqlite3")
_MOST_TABLES = 100
_SCHEMA = "SELECT type, name, sql FROM sqlite_schema WHERE name NOT GLOB 'sqlite_*' AND sql IS NOT NULL"
_COLUMNS = (
    "SELECT tables.name, columns.name, columns.pk FROM sqlite_schema AS tables "
    "JOIN pragma_table_xinfo(tables.name) AS columns "
    "WHERE tables.type = 'table' AND columns.hidden != 1 AND tables.name NOT GLOB 'sqlite_*' "
    "ORDER BY tables.name, columns.cid"
)


def database_contents(
    data: bytes, path: str, journals: Mapping[str, bytes] | None = None
) -> Iterator[tuple[str, str]]:
    """Yield the cells by addresses such as `orders/17/status`, and `schema/table orders` with its statement.

    The key of a row is its primary key, or else a digest of its cells.
    """
    schema, described = query_rows(data, journals or {}, (_SCHEMA, _COLUMNS), path)
    columns: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for table, column, place in described:
        columns[table].append((column, place))
    if len(columns) > _MOST_TABLES:
        raise CheckFailed(f"{path} has more than {_MOST_TABLES} tables")
    for kind, name, statement in schema:
        yield f"schema/{kind} {name}", " ".join(statement.split())
    queries = [f"SELECT * FROM {_quoted(table)}" for table in columns]  # noqa: S608 - quoted
    rows = query_rows(data, journals or {}, queries, path) if queries else []
    for table, of_table in zip(columns, rows, strict=True):
        keys = [index for index, (_, place) in enumerate(columns[table]) if place]
        for row in of_table:
            key = ",".join(_written(row[index]) for index in keys) if keys else _digest(row)
            for (column, _), value in zip(columns[table], row, strict=True):
                yield f"{table}/{key}/{column}", _written(value)


def _written(value: Any) -> str:
    if isinstance(value, bytes):
        return hashlib.sha256(value).hexdigest()
    return format(value, ".12g") if isinstance(value, float) else str(value)


def _digest(row: Sequence[Any]) -> str:
    return hashlib.sha256("\0".join(map(_written, row)).encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
