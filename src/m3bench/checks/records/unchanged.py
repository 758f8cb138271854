"""The check that nothing else was changed."""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from m3bench.checks.check import Check, Corruptions, Evidence, Verdict
from m3bench.checks.corruption import copied
from m3bench.checks.records.changes import Record, everything, final_records, require_names, trusted
from m3bench.checks.records.corruption import (
    STRAY_CALL,
    Group,
    changes_by_call,
    with_changes,
)
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

    kind: ClassVar[str] = "workspace"
    about: ClassVar[str] = "no record was changed, except for those named, in the fields named"

    allowed: tuple[AllowedChange, ...] = ()
    tables: tuple[str, ...] = ()
    """The tables to look at; all, if empty."""

    def __post_init__(self) -> None:
        require_names(*self.tables)
        outside = [each.table for each in self.allowed if self.tables and each.table not in self.tables]
        if outside:
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
        covering = [each for each in self.allowed if each.covers(table, key)]
        if not covering:
            return [f"{table} {key} was changed"]
        strange = min((each.strange_fields(value) for each in covering), key=len)
        return [f"{table} {key}: {', '.join(strange[:_MOST_FAULTS])} was changed"] if strange else []

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        groups, found = changes_by_call(evidence), []
        table = self.tables[0] if self.tables else "stray"
        stray: Group = (STRAY_CALL, {(table, "another record"): {"id": "another record"}})
        if not any(each.covers(table, "another record") for each in self.allowed):
            found.append(("another record as well", with_changes(evidence, [*groups, stray], scratch)))
        final = {place: value for _, changed in groups for place, value in changed.items()}
        for each in self.allowed:
            if each.before is not None:
                place = (each.table, each.key)
                strange = {**(final.get(place) or each.before), "stray": True}
                more: Group = (STRAY_CALL, {place: strange})
                found.append(
                    (f"another field of {each.key}", with_changes(evidence, [*groups, more], scratch))
                )
        by_hand = copied(evidence, scratch)
        key = self.allowed[0].key.replace("*", "0") if self.allowed else "by hand"
        table = self.allowed[0].table if self.allowed else table
        RecordStore(by_hand.workspace).change(_BY_HAND, {(table, key): {"id": key}})
        return [*found, ("written past the tools", by_hand)]
