"""Corrupted mails and calendars."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby
from pathlib import Path

import msgspec

from m3bench.checks.check import Evidence
from m3bench.checks.corruption import copied, with_steps, without_records
from m3bench.checks.office.changes import Record
from m3bench.core import RECEIPTS_KEY, Call, Result, Step
from m3bench.records import CallInfo, Receipt, RecordStore

STRANGER = "somebody.else@wrong.example"


def with_rewritten_records(
    evidence: Evidence, scratch: Path, table: str, edit: Callable[[Record], Record | None]
) -> Evidence:
    """Return the outcome as if its calls had made other records in a table. None leaves one out."""
    copy = without_records(evidence, scratch)
    changes, store = RecordStore(evidence.workspace).changes(), RecordStore(copy.workspace)
    receipts: dict[int, str] = {}
    for number, group in groupby(changes, key=lambda change: change.number):
        rows = list(group)
        kept: dict[tuple[str, str], Record | None] = {}
        for row in rows:
            value = edit(dict(row.value)) if row.table == table and row.value else row.value
            if value is not None or row.value is None:
                kept[row.table, row.key] = value
        receipts[number] = str(store.change(rows[0].call, kept or {("nothing", "x"): {}}))
    return with_steps(copy, [_with_receipts(step, receipts) for step in copy.trajectory.steps])


def _with_receipts(step: Step, receipts: Mapping[int, str]) -> Step:
    """Return a step whose calls have other receipts, by the numbers of those that they have."""
    return msgspec.structs.replace(step, calls=tuple(_with_receipt(call, receipts) for call in step.calls))


def _with_receipt(call: Call, receipts: Mapping[int, str]) -> Call:
    had = call.result.meta.get(RECEIPTS_KEY, []) if call.result is not None else []
    found = [receipts[old.number] for text in had if (old := Receipt.read(text)) and old.number in receipts]
    if call.result is None or not found:
        return call
    meta = {**call.result.meta, RECEIPTS_KEY: found}
    return msgspec.structs.replace(call, result=msgspec.structs.replace(call.result, meta=meta))


def with_added_record(evidence: Evidence, scratch: Path, table: str, tool: str, key: str) -> Evidence:
    """Return the outcome with a further call that made a copy of the last record of a table."""
    copy = copied(evidence, scratch)
    store = RecordStore(copy.workspace)
    records = [change.value for change in store.changes() if change.table == table and change.value]
    again = {**records[-1], "id": key}
    call = Call(tool, {"again": True})
    receipt = store.change(CallInfo(call.server, call.tool, {"again": True}), {(table, key): again})
    call = msgspec.structs.replace(call, result=Result(meta={RECEIPTS_KEY: [str(receipt)]}))
    return with_steps(copy, [*copy.trajectory.steps, Step((call,))])


def unreported(evidence: Evidence) -> Evidence:
    """Return the outcome as if the agent had written the records itself."""
    steps = [
        msgspec.structs.replace(
            step, calls=tuple(msgspec.structs.replace(call, result=Result()) for call in step.calls)
        )
        for step in evidence.trajectory.steps
    ]
    return with_steps(evidence, steps)
