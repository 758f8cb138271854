"""Corrupted mails and calendars."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby
from pathlib import Path

import msgspec

from m3bench.checks.check import Corruptions, Evidence
from m3bench.checks.corruption import copied, with_calls, with_steps, without_records
from m3bench.checks.office.changes import Record
from m3bench.core import RECEIPTS_KEY, Call, Result, Step
from m3bench.records import CallInfo, Receipt, RecordStore

Edit = Callable[[Record], Record | None]
"""Returns another record; None leaves it out."""
STRANGER = "somebody.else@wrong.example"


def with_rewritten_records(
    evidence: Evidence, scratch: Path, table: str, edits: Mapping[str, Edit]
) -> Corruptions:
    """Return outcomes as if their calls had made other records in a table, by what is wrong with them."""
    return [(words, _rewritten(evidence, scratch, table, edit)) for words, edit in edits.items()]


def _rewritten(evidence: Evidence, scratch: Path, table: str, edit: Edit) -> Evidence:
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
    return with_calls(copy, lambda call: _with_receipt(call, receipts))


def _with_receipt(call: Call, receipts: Mapping[int, str]) -> Call:
    """Return a call with other receipts, by the numbers of those that it has."""
    had = call.result.meta.get(RECEIPTS_KEY, []) if call.result is not None else []
    kept = [receipts[old.number] for text in had if (old := Receipt.read(text)) and old.number in receipts]
    if call.result is None or not kept:
        return call
    meta = {**call.result.meta, RECEIPTS_KEY: kept}
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
    return with_calls(evidence, lambda call: msgspec.structs.replace(call, result=Result()))
