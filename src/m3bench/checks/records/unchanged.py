"""The check that nothing else was changed."""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import msgspec

from m3bench.checks.check import Check, Corruptions, Evidence, Verdict
from m3bench.checks.corruption import copied
from m3bench.checks.records.changes import Record, everything, final_records, require_names, trusted
from m3bench.checks.records.corruption import STRAY_CALL, Changed, changes_by_call, with_changes
from m3bench.checks.records.fields import differences
from m3bench.records import CallInfo, RecordStore

_MOST_FAULTS = 5
_BY_HAND = CallInfo("orders", "refund_order", {})


class AllowedChange(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What may change: whole records, or some fields of a record that is known."""

    table: str
    key: str
    """A key, or a glob such as `BRI-T9*`."""
    fields: tuple[str, ...] = ()
    """The fields that may change (`payment.refunded_cents`); all, if empty."""
    before: dict[str, Any] | None = None
    """The record as it was; needed with `fields`."""

    def __post_init__(self) -> None:
        require_names(self.table, self.key, *self.fields)
        if bool(self.fields) != (self.before is not None):
            raise ValueError("fields and before go together: they are compared with each other")
        if self.fields and any(letter in self.key for letter in "*?["):
            raise ValueError("fields can be named for one record only, not for a glob")

    def covers(self, table: str, key: str) -> bool:
        return table == self.table and fnmatchcase(key, self.key)

    def strange_fields(self, after: Record | None) -> list[str]:
        """Return the fields that differ and may not."""
        if self.before is None:
            return []
        if after is None:
            return ["the record itself (deleted)"]
        return [
            name
            for name in differences(self.before, after)
            if not any(name == field or name.startswith(f"{field}.") for field in self.fields)
        ]


class RecordUnchanged(Check, frozen=True):
    """Also changes that no call reports count: they were written past the tools."""

    kind = "workspace"
    about = "no record was changed, except for those named, in the fields named"

    allowed: tuple[AllowedChange, ...] = ()
    tables: tuple[str, ...] = ()
    """The tables to look at; all, if empty."""

    def __post_init__(self) -> None:
        require_names(*self.tables)
        tables = [change.table for change in self.allowed]
        if outside := [table for table in tables if self.tables and table not in self.tables]:
            raise ValueError(f"changes of {outside[0]} are allowed, but this table is not looked at")

    def look(self, evidence: Evidence) -> Verdict:
        reported = {change.number for change in trusted(evidence)}
        changes = [
            change for change in everything(evidence) if not self.tables or change.table in self.tables
        ]
        faults = [
            f"{change.table} {change.key} was changed, but not by a tool"
            for change in changes
            if change.number not in reported
        ]
        for (table, key), value in final_records(changes).items():
            faults += self._faults(table, key, value)
        if faults:
            more = f" and {len(faults) - _MOST_FAULTS} more" if len(faults) > _MOST_FAULTS else ""
            return self.verdict(False, "; ".join(faults[:_MOST_FAULTS]) + more)
        return self.verdict(True, "only what may change has changed" if changes else "nothing has changed")

    def _faults(self, table: str, key: str, value: Record | None) -> list[str]:
        covering = [allowed.strange_fields(value) for allowed in self.allowed if allowed.covers(table, key)]
        if not covering:
            return [f"{table} {key} was changed"]
        strange = min(covering, key=len)
        return [f"{table} {key}: {', '.join(strange[:_MOST_FAULTS])} was changed"] if strange else []

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        groups = changes_by_call(evidence)
        table, key = self.tables[0] if self.tables else "stray", "another record"
        strays: list[tuple[str, Changed]] = []
        if not any(allowed.covers(table, key) for allowed in self.allowed):
            strays.append(("another record as well", {(table, key): {"id": key}}))
        final = {record: value for _, changed in groups for record, value in changed.items()}
        for allowed in self.allowed:
            if allowed.before is not None:
                record = (allowed.table, allowed.key)
                strange = {**(final.get(record) or allowed.before), "stray": True}
                strays.append((f"another field of {allowed.key}", {record: strange}))
        corruptions = [
            (words, with_changes(evidence, [*groups, (STRAY_CALL, stray)], scratch))
            for words, stray in strays
        ]
        by_hand = copied(evidence, scratch)
        if self.allowed:
            table, key = self.allowed[0].table, self.allowed[0].key.replace("*", "0")
        else:
            key = "by hand"
        RecordStore(by_hand.workspace).change(_BY_HAND, {(table, key): {"id": key}})
        return [*corruptions, ("written past the tools", by_hand)]
