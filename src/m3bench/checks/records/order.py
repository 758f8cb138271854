"""The check that a change came before another."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import msgspec

from m3bench.checks.check import Check, Corruptions, Evidence, Verdict
from m3bench.checks.reading import EXACT
from m3bench.checks.records.changes import Record, require_names, trusted
from m3bench.checks.records.corruption import Changed, Group, changes_by_call, with_cases
from m3bench.checks.records.fields import field_faults, require_fields
from m3bench.records import RecordChange


class RecordStep(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A change: the record has these values after it."""

    table: str
    key: str
    """A key, or a glob."""
    fields: dict[str, Any] = {}
    """Expected values or conditions by JMESPath; any change of the record, if empty."""

    def __post_init__(self) -> None:
        require_names(self.table, self.key)
        require_fields(self.fields)

    def matches(self, table: str, key: str, value: Record | None) -> bool:
        """Return whether a change is this one."""
        if table != self.table or not fnmatchcase(key, self.key):
            return False
        return not field_faults(value or {}, self.fields, EXACT)

    def first(self, changes: Iterable[RecordChange]) -> int | None:
        """Return the number of the first call that made this change."""
        made = (change for change in changes if self.matches(change.table, change.key, change.value))
        return next((change.number for change in made), None)


class RecordOrder(Check, frozen=True):
    """Both must have happened, in different calls."""

    kind = "workspace"
    about = "a record was changed in one way before another was changed"

    first: RecordStep
    then: RecordStep

    def look(self, evidence: Evidence) -> Verdict:
        changes = trusted(evidence)
        names = [f"{step.table} {step.key}" for step in (self.first, self.then)]
        one, other = self.first.first(changes), self.then.first(changes)
        for name, number in zip(names, (one, other), strict=True):
            if number is None:
                return self.verdict(False, f"{name} was not changed as expected")
        passed = one is not None and other is not None and one < other
        order = "before" if passed else "not before"
        return self.verdict(passed, f"{names[0]} was changed {order} {names[1]}")

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        groups = changes_by_call(evidence)
        later = [group for group in groups if _makes(self.then, group)]
        rest = [group for group in groups if not _makes(self.then, group)]
        earlier = [group for group in groups if not _makes(self.first, group)]
        merged: Changed = {}
        for _, changed in groups:
            merged |= changed
        cases = {"order inverted": [*later, *rest], "second left out": rest, "first left out": earlier}
        cases["all in one call"] = [(groups[0][0], merged)]
        return with_cases(evidence, cases.items(), scratch)


def _makes(step: RecordStep, group: Group) -> bool:
    _, changed = group
    return any(step.matches(table, key, value) for (table, key), value in changed.items())
