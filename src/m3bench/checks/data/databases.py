"""The check of SQLite databases."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar

from m3bench.checks.check import Check, CheckFailed, Evidence, Verdict
from m3bench.checks.data.made import joined
from m3bench.checks.data.values import MAX_EXPECTED, row_faults
from m3bench.checks.files import content, is_made, relative
from m3bench.checks.reading import EXACT, Tolerance

JOURNALS = ("-wal", "-journal")
"""Files beside a database that hold changes that are not in it yet."""


class SqliteRows(Check, frozen=True):
    """Texts are compared exactly; 1 and 0 are true and false."""

    kind: ClassVar[str] = "workspace"
    about: ClassVar[str] = "a query on an SQLite database gives exactly these rows"

    path: str
    query: str
    """One SELECT statement."""
    rows: tuple[tuple[Any, ...], ...]
    ordered: bool = False
    """Whether the order of the rows matters."""
    tolerance: Tolerance = EXACT

    def __post_init__(self) -> None:
        relative(self.path)
        if not re.match(r"\s*(SELECT|WITH)\b", self.query, re.IGNORECASE):
            raise ValueError("the query must be a SELECT statement")
        if len(self.rows) > MAX_EXPECTED:
            raise ValueError(f"expected at most {MAX_EXPECTED} rows")

    def look(self, evidence: Evidence) -> Verdict:
        from m3bench.checks.data.sqlite_reading import query_rows  # noqa: PLC0415 - not needed by others

        path = relative(self.path)
        database, journals = read_database(evidence, path)
        found = query_rows(database, journals, self.query, path)
        faults = self.faults(found)
        if faults:
            return self.verdict(False, f"{path}, {self.query}: {joined(faults)}")
        return self.verdict(True, f"{path}, {self.query}: {len(self.rows)} rows as expected")

    def faults(self, found: Sequence[Sequence[Any]]) -> list[str]:
        """Return what is wrong with the rows of the query."""
        expected = [[int(cell) if isinstance(cell, bool) else cell for cell in row] for row in self.rows]
        return row_faults(found, expected, self.tolerance, ordered=self.ordered, written=False)


def read_database(evidence: Evidence, path: str) -> tuple[bytes, dict[str, bytes]]:
    """Return a database and its journals. Raise `CheckFailed` if all are as they were given."""
    database = content(evidence.workspace, path)
    journals = {}
    for ending in JOURNALS:
        try:
            journals[ending] = content(evidence.workspace, f"{path}{ending}")
        except CheckFailed:
            continue
    if not is_made(evidence, path) and not any(is_made(evidence, f"{path}{ending}") for ending in journals):
        raise CheckFailed(f"{path} is unchanged")
    return database, journals
