"""Corrupted records: not changed, changed otherwise, too often, in another order, or past the tools."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec

from m3bench.checks.check import Check, Evidence
from m3bench.checks.corruption.copies import copied, other_value, with_steps, without_records
from m3bench.checks.records import (
    RecordCreated,
    RecordOrder,
    RecordState,
    RecordStep,
    RecordUnchanged,
    trusted,
)
from m3bench.core import RECEIPTS_KEY, Call, Outcome, Result, Step
from m3bench.records import CallInfo, RecordStore

Corruptions = list[tuple[str, Evidence]]
Changed = dict[tuple[str, str], dict[str, Any] | None]
Group = tuple[CallInfo, Changed]
"""A call and what it changed."""

_PLAIN_PATH = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*|\[-?\d+\])*")
_STRAY = CallInfo("tickets", "add_comment", {"text": "done, as agreed"})
_BY_HAND = CallInfo("orders", "refund_order", {})


def _groups(evidence: Evidence) -> list[Group]:
    groups: dict[int, Group] = {}
    for change in trusted(evidence):
        groups.setdefault(change.number, (change.call, {}))[1][change.table, change.key] = change.value
    return list(groups.values())


def _with_groups(evidence: Evidence, groups: list[Group], scratch: Path) -> Evidence:
    """Return the outcome with these changes instead of its own, each reported by a call."""
    copy = without_records(evidence, scratch)
    store, steps = RecordStore(copy.workspace), list(_unreported(evidence).trajectory.steps)
    for call, changed in groups:
        if changed:
            meta = {RECEIPTS_KEY: [str(store.change(call, changed))]}
            name = f"{call.server}/{call.tool}"
            made = Call(name, call.arguments, result=Result(meta=meta), outcome=Outcome.SUCCESS)
            steps.append(Step((made,)))
    return with_steps(copy, steps)


def _unreported(evidence: Evidence) -> Evidence:
    """Return the outcome as if the changes had been written past the tools."""
    return with_steps(
        evidence,
        [
            msgspec.structs.replace(step, calls=tuple(_without_receipt(call) for call in step.calls))
            for step in evidence.trajectory.steps
        ],
    )


def _without_receipt(call: Call) -> Call:
    if call.result is None or RECEIPTS_KEY not in call.result.meta:
        return call
    meta = {key: value for key, value in call.result.meta.items() if key != RECEIPTS_KEY}
    return msgspec.structs.replace(call, result=msgspec.structs.replace(call.result, meta=meta))


def _mapped(groups: list[Group], change: Callable[[str, str, Any], Any]) -> list[Group]:
    """Return the changes with other values; the change is left out where `change` returns `...`."""
    return [
        (
            call,
            {place: new for place, value in changed.items() if (new := change(*place, value)) is not ...},
        )
        for call, changed in groups
    ]


def _with_value(record: Mapping[str, Any], path: str, value: Any) -> dict[str, Any]:
    """Return a record with another value at a path; as it is if it has no such place yet."""
    changed = deepcopy(dict(record))
    steps = [int(part[1:-1]) if part[0] == "[" else part for part in re.findall(r"\w+|\[-?\d+\]", path)]
    place: Any = changed
    try:
        for step in steps[:-1]:
            place = place[step]
        place[steps[-1]] = value
    except (TypeError, LookupError):  # an earlier change of the record than the one that is meant
        return dict(record)
    return changed


def _other_fields(
    check: RecordState | RecordCreated, groups: list[Group], is_meant: Callable[[str, str, Any], bool]
) -> list[tuple[str, list[Group]]]:
    found = []
    for path, wanted in check.fields.items():
        is_condition = isinstance(wanted, dict) and any(str(key).startswith("$") for key in wanted)
        if not _PLAIN_PATH.fullmatch(path) or (is_condition and "$any" in wanted):
            continue
        slack = check.tolerance.absolute + check.tolerance.relative * 1e9
        value = ["something", "else"] if is_condition else other_value(wanted, slack)

        def off(table: str, key: str, record: Any, path: str = path, value: Any = value) -> Any:
            return _with_value(record, path, value) if is_meant(table, key, record) else record

        found.append((f"another {path}", _mapped(groups, off)))
    return found


def _state(check: RecordState, evidence: Evidence, scratch: Path) -> Corruptions:
    groups = _groups(evidence)

    def is_meant(table: str, key: str, record: Any) -> bool:
        return (table, key) == (check.table, check.key) and record is not None

    def undone(table: str, key: str, record: Any) -> Any:
        return ... if (table, key) == (check.table, check.key) else record

    left = _mapped(groups, undone)
    noted: Group = (_STRAY, {("tickets", "noted"): {"about": check.key, "text": "done", **check.fields}})
    cases = [("not done", left), ("only noted in a ticket", [*left, noted])]
    if check.deleted:
        put_back: Group = (_STRAY, {(check.table, check.key): {"id": check.key}})
        cases.append(("put back", [*groups, put_back]))
    else:
        cases += [("deleted", [*groups, (_STRAY, {(check.table, check.key): None})])]
        cases += _other_fields(check, groups, is_meant)
    made = [(words, _with_groups(evidence, each, scratch)) for words, each in cases]
    return [*made, ("written past the tools", _unreported(evidence))]


def _created(check: RecordCreated, evidence: Evidence, scratch: Path) -> Corruptions:
    groups = _groups(evidence)
    meant = {place: value for _, changed in groups for place, value in changed.items()}
    meant = {place: value for place, value in meant.items() if check.is_meant(*place, value)}
    if check.count == 0:
        if any(not _PLAIN_PATH.fullmatch(path) or "." in path or "[" in path for path in check.fields):
            return []
        record = dict(check.fields)
        key = check.keys.replace("*", "0").replace("?", "0")
        extra: Group = (_STRAY, {(check.table, key): record})
        return [("created after all", _with_groups(evidence, [*groups, extra], scratch))]

    def undone(table: str, key: str, record: Any) -> Any:
        return ... if (table, key) in meant else record

    cases = [("not created", _mapped(groups, undone))]
    (table, key), record_ = next(iter(meant.items()))
    again: Group = (groups[-1][0], {(table, f"{key}0"): record_})
    if check.is_meant(table, f"{key}0", record_):
        cases.append(("created twice", [*groups, again]))
    cases += _other_fields(check, groups, lambda *change: change[:2] in meant and change[2] is not None)
    made = [(words, _with_groups(evidence, each, scratch)) for words, each in cases]
    return [*made, ("written past the tools", _unreported(evidence))]


def _unchanged(check: RecordUnchanged, evidence: Evidence, scratch: Path) -> Corruptions:
    groups, found = _groups(evidence), []
    table = check.tables[0] if check.tables else "stray"
    stray: Group = (_STRAY, {(table, "another record"): {"id": "another record"}})
    if not any(each.covers(table, "another record") for each in check.allowed):
        found.append(("another record as well", _with_groups(evidence, [*groups, stray], scratch)))
    final = {place: value for _, changed in groups for place, value in changed.items()}
    for each in check.allowed:
        if each.before is not None:
            place = (each.table, each.key)
            strange = {**(final.get(place) or each.before), "stray": True}
            more: Group = (_STRAY, {place: strange})
            found.append((f"another field of {each.key}", _with_groups(evidence, [*groups, more], scratch)))
    by_hand = copied(evidence, scratch)
    key = check.allowed[0].key.replace("*", "0") if check.allowed else "by hand"
    table = check.allowed[0].table if check.allowed else table
    RecordStore(by_hand.workspace).change(_BY_HAND, {(table, key): {"id": key}})
    return [*found, ("written past the tools", by_hand)]


def _order(check: RecordOrder, evidence: Evidence, scratch: Path) -> Corruptions:
    groups = _groups(evidence)
    later = [group for group in groups if _makes(check.then, group)]
    rest = [group for group in groups if not _makes(check.then, group)]
    earlier = [group for group in groups if not _makes(check.first, group)]
    merged: Changed = {}
    for _, changed in groups:
        merged |= changed
    cases = {"order inverted": [*later, *rest], "second left out": rest, "first left out": earlier}
    cases["all in one call"] = [(groups[0][0], merged)]
    made = [(words, _with_groups(evidence, each, scratch)) for words, each in cases.items()]
    return [*made, ("written past the tools", _unreported(evidence))]


def _makes(step: RecordStep, group: Group) -> bool:
    _, changed = group
    return any(step.matches(table, key, value) for (table, key), value in changed.items())


RECORD_CORRUPTORS: dict[type[Check], Callable[[Any, Evidence, Path], Corruptions]] = {
    RecordState: _state,
    RecordCreated: _created,
    RecordUnchanged: _unchanged,
    RecordOrder: _order,
}
