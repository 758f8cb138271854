"""Corrupted records: not changed, changed otherwise, too often, in another order, or past the tools."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from m3bench.checks.check import Corruptions, Evidence
from m3bench.checks.corruption import with_calls, with_steps, without_records
from m3bench.checks.records.changes import trusted
from m3bench.core import RECEIPTS_KEY, Call, Outcome, Result, Step
from m3bench.records import CallInfo, RecordStore

Changed = dict[tuple[str, str], dict[str, Any] | None]
Group = tuple[CallInfo, Changed]
"""A call and what it changed."""
STRAY_CALL = CallInfo("tickets", "add_comment", {"text": "done, as agreed"})


def changes_by_call(evidence: Evidence) -> list[Group]:
    groups: dict[int, Group] = {}
    for change in trusted(evidence):
        groups.setdefault(change.number, (change.call, {}))[1][change.table, change.key] = change.value
    return list(groups.values())


def with_changes(evidence: Evidence, groups: list[Group], scratch: Path) -> Evidence:
    """Return the outcome with these changes instead of its own, each reported by a call."""
    copy = without_records(evidence, scratch)
    store, steps = RecordStore(copy.workspace), list(unreported(evidence).trajectory.steps)
    for call, changed in groups:
        if changed:
            meta = {RECEIPTS_KEY: [str(store.change(call, changed))]}
            name = f"{call.server}/{call.tool}"
            made = Call(name, call.arguments, result=Result(meta=meta), outcome=Outcome.SUCCESS)
            steps.append(Step((made,)))
    return with_steps(copy, steps)


def with_cases(evidence: Evidence, cases: Iterable[tuple[str, list[Group]]], scratch: Path) -> Corruptions:
    """Return outcomes with other changes, by what is wrong with them, and one past the tools."""
    corruptions = [(words, with_changes(evidence, groups, scratch)) for words, groups in cases]
    return [*corruptions, ("written past the tools", unreported(evidence))]


def unreported(evidence: Evidence) -> Evidence:
    """Return the outcome as if the changes had been written past the tools."""
    return with_calls(evidence, _without_receipt)


def _without_receipt(call: Call) -> Call:
    if call.result is None or RECEIPTS_KEY not in call.result.meta:
        return call
    meta = {key: value for key, value in call.result.meta.items() if key != RECEIPTS_KEY}
    return msgspec.structs.replace(call, result=msgspec.structs.replace(call.result, meta=meta))
