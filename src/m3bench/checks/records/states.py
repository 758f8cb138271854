"""Checks of changed and of new records."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from copy import deepcopy
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from m3bench.checks.check import Check, Corruptions, Evidence, Verdict
from m3bench.checks.corruption import other_value
from m3bench.checks.reading import EXACT, Tolerance
from m3bench.checks.records.changes import Record, final_records, require_names, trusted
from m3bench.checks.records.corruption import STRAY_CALL, Group, changes_by_call, with_cases, with_changes
from m3bench.checks.records.fields import field_faults, require_fields

_MOST_FAULTS = 5
_PLAIN_PATH = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*|\[-?\d+\])*")


class RecordState(Check, frozen=True):
    """A record that no call changed does not pass, whatever is in it."""

    kind = "workspace"
    about = "a record was changed by a tool and has these values in the end"

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

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        groups = changes_by_call(evidence)

        def is_meant(table: str, key: str, record: Any) -> bool:
            return (table, key) == (self.table, self.key) and record is not None

        def undone(table: str, key: str, record: Any) -> Any:
            return ... if (table, key) == (self.table, self.key) else record

        left = _mapped(groups, undone)
        noted: Group = (
            STRAY_CALL,
            {("tickets", "noted"): {"about": self.key, "text": "done", **self.fields}},
        )
        cases = [("not done", left), ("only noted in a ticket", [*left, noted])]
        if self.deleted:
            put_back: Group = (STRAY_CALL, {(self.table, self.key): {"id": self.key}})
            cases.append(("put back", [*groups, put_back]))
        else:
            cases += [("deleted", [*groups, (STRAY_CALL, {(self.table, self.key): None})])]
            cases += _other_fields(self, groups, is_meant)
        return with_cases(evidence, cases, scratch)


class RecordCreated(Check, frozen=True):
    """New records have keys of their own: `BRI-T9*` are new tickets of a company."""

    kind = "workspace"
    about = "exactly this number of new records with these values exist"

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
        keys = [key for (table, key), value in records.items() if self.is_meant(table, key, value)]
        new = sum(table == self.table and fnmatchcase(key, self.keys) for table, key in records)
        named = f": {', '.join(keys[:_MOST_FAULTS])}" if keys else ""
        count = f"{len(keys)} of {new} new records in {self.table} have the values"
        return self.verdict(len(keys) == self.count, f"{count}, expected {self.count}{named}")

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        groups = changes_by_call(evidence)
        final = {record: value for _, changed in groups for record, value in changed.items()}
        meant = {record: value for record, value in final.items() if self.is_meant(*record, value)}
        if self.count == 0:
            if any(not _PLAIN_PATH.fullmatch(path) or "." in path or "[" in path for path in self.fields):
                return []
            key = self.keys.replace("*", "0").replace("?", "0")
            extra: Group = (STRAY_CALL, {(self.table, key): dict(self.fields)})
            return [("created after all", with_changes(evidence, [*groups, extra], scratch))]

        def undone(table: str, key: str, record: Any) -> Any:
            return ... if (table, key) in meant else record

        cases = [("not created", _mapped(groups, undone))]
        (table, key), record_ = next(iter(meant.items()))
        again: Group = (groups[-1][0], {(table, f"{key}0"): record_})
        if self.is_meant(table, f"{key}0", record_):
            cases.append(("created twice", [*groups, again]))
        cases += _other_fields(self, groups, lambda *change: change[:2] in meant and change[2] is not None)
        return with_cases(evidence, cases, scratch)


def _mapped(groups: list[Group], change: Callable[[str, str, Any], Any]) -> list[Group]:
    """Return the changes with other values; the change is left out where `change` returns `...`."""
    return [
        (
            call,
            {record: new for record, value in changed.items() if (new := change(*record, value)) is not ...},
        )
        for call, changed in groups
    ]


def _with_value(record: Mapping[str, Any], path: str, value: Any) -> dict[str, Any]:
    """Return a record with another value at a path; as it is if it has no such place yet."""
    changed = deepcopy(dict(record))
    steps = [int(part[1:-1]) if part[0] == "[" else part for part in re.findall(r"\w+|\[-?\d+\]", path)]
    inner: Any = changed
    try:
        for step in steps[:-1]:
            inner = inner[step]
        inner[steps[-1]] = value
    except (TypeError, LookupError):  # an earlier change of the record than the one that is meant
        return dict(record)
    return changed


def _other_fields(
    check: RecordState | RecordCreated, groups: list[Group], is_meant: Callable[[str, str, Any], bool]
) -> list[tuple[str, list[Group]]]:
    changed = []
    for path, wanted in check.fields.items():
        is_condition = isinstance(wanted, dict) and any(str(key).startswith("$") for key in wanted)
        if not _PLAIN_PATH.fullmatch(path) or (is_condition and "$any" in wanted):
            continue
        slack = check.tolerance.absolute + check.tolerance.relative * 1e9
        value = ["something", "else"] if is_condition else other_value(wanted, slack)

        def off(table: str, key: str, record: Any, path: str = path, value: Any = value) -> Any:
            return _with_value(record, path, value) if is_meant(table, key, record) else record

        changed.append((f"another {path}", _mapped(groups, off)))
    return changed
