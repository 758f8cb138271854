"""Queries of the DuckDB server, which reads and writes CSV files of the workspace, and its results."""

from __future__ import annotations

import ast
from typing import Any

from m3bench.checks import NoStrayFiles
from m3bench.suites import CallResult, PlanError, PlannedCall, call

SERVER = "mcp-server-duckdb"
QUERY = f"{SERVER}/query"
OWN_FILES = ("data.duckdb", "data.duckdb.wal")
"""The server makes its database when it starts."""


def query(statement: str, *uses: CallResult) -> PlannedCall:
    """Return a query. Names of files in it are relative to the workspace."""
    return call(QUERY, *uses, query=" ".join(statement.split()))


def copy_to(file: str, select: str, *uses: CallResult) -> PlannedCall:
    """Return a query that writes rows to a CSV file with a header."""
    return query(f"COPY ({select}) TO '{file}' (HEADER, DELIMITER ',')", *uses)


def tuples(found: CallResult) -> list[tuple[Any, ...]]:
    """Return the rows of a result. Raise `PlanError` if there are none, or the query failed."""
    try:
        rows = ast.literal_eval(found.text)
    except (ValueError, SyntaxError):
        raise PlanError(f"{found.tool} returned no rows: {found.text[:200]}") from None
    if not isinstance(rows, list) or not rows:
        raise PlanError(f"{found.tool} found no rows: {found.text[:200]}")
    return rows


def only_made(*files: str) -> NoStrayFiles:
    """Return the check that there are no other new files."""
    return NoStrayFiles((*files, *OWN_FILES))
