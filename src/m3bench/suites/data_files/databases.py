"""SQLite databases. How rows lie on pages depends on the version of SQLite."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

import msgspec

_VERSION_AT = 96
_VERSION = (3_040_000).to_bytes(4, "big")
"""Stands in the header in place of the version that wrote the file."""


class _Table(msgspec.Struct, forbid_unknown_fields=True):
    columns: dict[str, str]
    rows: list[list[str | int | float | bool | None]] = []


class _Database(msgspec.Struct, forbid_unknown_fields=True):
    tables: dict[str, _Table]


def write_sqlite(content: Any) -> bytes:
    """Write a database: for each table its columns with their types, and its rows."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        for name, table in msgspec.convert(content, _Database).tables.items():
            _write_table(database, name, table)
        data = bytearray(database.serialize())
    data[_VERSION_AT : _VERSION_AT + 4] = _VERSION
    return bytes(data)


def _write_table(database: sqlite3.Connection, name: str, table: _Table) -> None:
    columns = ", ".join(f"{_quoted(column)} {kind}" for column, kind in table.columns.items())
    database.execute(f"CREATE TABLE {_quoted(name)} ({columns})")
    places = ", ".join("?" * len(table.columns))
    database.executemany(f"INSERT INTO {_quoted(name)} VALUES ({places})", table.rows)  # noqa: S608 - quoted


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
