"""Queries of the SQLite server, and its results."""

from __future__ import annotations

import re
from typing import Any

from m3bench.suites import CallResult, PlanError, PlannedCall, call

SERVER = "mcp-alchemy"
QUERY, TABLES, SCHEMAS = (
    f"{SERVER}/{name}" for name in ("execute_query", "all_table_names", "schema_definitions")
)
_ROW = re.compile(r"^\d+\. row$")


def query(statement: str, *uses: CallResult, **parameters: Any) -> PlannedCall:
    """Return a query on the database. Parameters are written as `:name`."""
    more = {"params": parameters} if parameters else {}
    return call(QUERY, *uses, query=" ".join(statement.split()), **more)


def records(found: CallResult) -> list[dict[str, str]]:
    """Return the rows of a result, by column. Raise `PlanError` if there are none, or the query failed."""
    rows: list[dict[str, str]] = []
    for line in found.text.splitlines():
        if _ROW.match(line):
            rows.append({})
        elif rows and ": " in line and not line.startswith("Result: "):
            name, _, value = line.partition(": ")
            rows[-1][name] = value
    if not rows:
        raise PlanError(f"{found.tool} found no rows: {found.text[:200]}")
    return rows


def changed(found: CallResult, rows: int) -> None:
    """Raise `PlanError` if a statement has not changed so many rows."""
    if f"{rows} rows affected" not in found.text:
        raise PlanError(f"{found.tool} should change {rows} rows: {found.text[:200]}")
