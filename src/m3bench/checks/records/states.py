"""Checks of changed and of new records."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Any, ClassVar

from m3bench.checks.check import Check, Evidence, Verdict
from m3bench.checks.reading import EXACT, Tolerance
from m3bench.checks.records.changes import Record, final_records, require_names, trusted
from m3bench.checks.records.fields import field_faults, require_fields

_MOST_FAULTS = 5


class RecordState(Check, frozen=True):
    """A record that no call changed does not pass, whatever is in it."""

    kind: ClassVar[str] = "workspace"
    about: ClassVar[str] = "a record was changed by a tool and has these values in the end"

    table: str
    key: str
    fields: dict[str, Any] = {}  # noqa: RUF012 - msgspec copies it
    """Expected values or conditions by JMESPath. Null: the record has null or nothing there."""
    deleted: bool = False
    """Whether the record must be deleted instead."""
    tolerance: Tolerance = EXACT

    def __post_init__(self) -> None:
        require_names(self.table, self.key)
        require_fields(self.fields)
        if bool(self.fields) == self.deleted:
            raise ValueError("give the fields of the record, or else deleted")

    def look(self, evidence: Evidence) -> Verdict:
        name, records = f"{self.table} {self.key}", final_records(trusted(evidence))
        if (self.table, self.key) not in records:
            return self.verdict(False, f"{name} was not changed by a tool")
        record = records[self.table, self.key]
        if record is None or self.deleted:
            passed = self.deleted and record is None
            return self.verdict(passed, f"{name} {'was deleted' if record is None else 'still exists'}")
        faults = field_faults(record, self.fields, self.tolerance)
        if faults:
            return self.verdict(False, f"{name}: {'; '.join(faults[:_MOST_FAULTS])}")
        return self.verdict(True, f"{name} has the expected {', '.join(self.fields)}")


class RecordCreated(Check, frozen=True):
    """New records have keys of their own: `BRI-T9*` are new tickets of a company."""

    kind: ClassVar[str] = "workspace"
    about: ClassVar[str] = "exactly this number of new records with these values exist"

    table: str
    fields: dict[str, Any]
    """Expected values or conditions by JMESPath."""
    count: int = 1
    keys: str = "*"
    """A glob for the keys of records that count as new. By default all changed records of the table do."""
    tolerance: Tolerance = EXACT

    def __post_init__(self) -> None:
        require_names(self.table, self.keys)
        require_fields(self.fields)
        if self.count < 0 or not self.fields:
            raise ValueError("give fields, and a count of at least 0")

    def is_meant(self, table: str, key: str, record: Record | None) -> bool:
        """Return whether a record counts."""
        if table != self.table or record is None or not fnmatchcase(key, self.keys):
            return False
        return not field_faults(record, self.fields, self.tolerance)

    def look(self, evidence: Evidence) -> Verdict:
        records = final_records(trusted(evidence))
        found = [key for (table, key), value in records.items() if self.is_meant(table, key, value)]
        new = sum(table == self.table and fnmatchcase(key, self.keys) for table, key in records)
        named = f": {', '.join(found[:_MOST_FAULTS])}" if found else ""
        words = (
            f"{len(found)} of {new} new records in {self.table} have the values, expected {self.count}{named}"
        )
        return self.verdict(len(found) == self.count, words)
