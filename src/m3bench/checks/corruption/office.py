"""Corrupted mails and calendars."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from m3bench.checks.check import Check, Evidence
from m3bench.checks.corruption.copies import copied, with_steps, without_records
from m3bench.checks.office import EVENTS, OUTBOX, CalendarEvent, MailSent
from m3bench.core import RECEIPTS_KEY, Call, Result, Step
from m3bench.records import CallInfo, Receipt, RecordStore

Corruptions = list[tuple[str, Evidence]]
Record = dict[str, Any]
_STRANGER = "somebody.else@wrong.example"


def _rewritten(
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


def _added(evidence: Evidence, scratch: Path, table: str, tool: str, key: str) -> Evidence:
    """Return the outcome with a further call that made a copy of the last record of a table."""
    copy = copied(evidence, scratch)
    store = RecordStore(copy.workspace)
    records = [each.value for each in store.changes() if each.table == table and each.value]
    again = {**records[-1], "id": key}
    call = Call(tool, {"again": True})
    receipt = store.change(CallInfo(call.server, call.tool, {"again": True}), {(table, key): again})
    call = msgspec.structs.replace(call, result=Result(meta={RECEIPTS_KEY: [str(receipt)]}))
    return with_steps(copy, [*copy.trajectory.steps, Step((call,))])


def _unreported(evidence: Evidence) -> Evidence:
    """Return the outcome as if the agent had written the records itself."""
    steps = [
        msgspec.structs.replace(
            step, calls=tuple(msgspec.structs.replace(call, result=Result()) for call in step.calls)
        )
        for step in evidence.trajectory.steps
    ]
    return with_steps(evidence, steps)


def _mail(check: MailSent, evidence: Evidence, scratch: Path) -> Corruptions:
    edits: list[tuple[str, Callable[[Record], Record | None]]] = [
        ("another recipient", lambda mail: mail | {"to": [_STRANGER], "cc": []}),
        ("one recipient too many", lambda mail: mail | {"cc": [*mail["cc"], f"Somebody <{_STRANGER}>"]}),
        ("only drafted", lambda _: None),
        ("a dump", lambda mail: mail | {"body": mail["body"] + " x" * check.most_characters}),
    ]
    if check.attachments or check.files:
        edits.append(("missing attachments", lambda mail: mail | {"attachments": []}))
        edits.append(
            ("another file", lambda mail: mail | {"attachments": [{"name": "other.bin", "sha256": ""}]})
        )
    if check.subject_contains:
        edits.append(("another subject", lambda mail: mail | {"subject": "Hello"}))
    if check.body_contains:
        edits.append(("another text", lambda mail: mail | {"body": "Hello."}))
    if check.body_lacks:
        bad = check.body_lacks[0].split("|")[0]
        edits.append(("words that must not be there", lambda mail: mail | {"body": f"{mail['body']} {bad}"}))
    if check.reply_to:
        edits.append(("not an answer", lambda mail: mail | {"in_reply_to": None}))
    return [
        *((words, _rewritten(evidence, scratch, OUTBOX, edit)) for words, edit in edits),
        ("a second mail", _added(evidence, scratch, OUTBOX, "mail/send_message", "sent-again")),
        ("written without a tool", _unreported(evidence)),
    ]


def _event(check: CalendarEvent, evidence: Evidence, scratch: Path) -> Corruptions:
    other = "cancelled" if check.status == "confirmed" else "confirmed"
    edits: list[tuple[str, Callable[[Record], Record | None]]] = [
        ("another status", lambda event: event | {"status": other})
    ]
    if check.start or check.end:
        edits.append(("an hour later", _later))
    if check.title_contains:
        edits.append(("another title", lambda event: event | {"title": "Meeting"}))
    if check.attendees is not None:
        guest = {"address": _STRANGER, "status": "needs_action"}
        edits.append(("another guest", lambda event: event | {"attendees": [*event["attendees"], guest]}))
    if check.room is not None:
        edits.append(("another room", lambda event: event | {"room": "room-elsewhere"}))
    if check.responses:
        edits.append(("not answered", lambda event: event | {"attendees": []}))
    if check.busy:
        start, end = check.busy[0]
        edits.append(("a clash", lambda event: event | {"start": start, "end": end}))
    return [
        *((words, _rewritten(evidence, scratch, EVENTS, edit)) for words, edit in edits),
        (
            "another event as well",
            _added(evidence, scratch, EVENTS, "calendar/create_event", "new-event-again"),
        ),
        ("written without a tool", _unreported(evidence)),
    ]


def _later(event: Record) -> Record:
    moved = {
        name: (datetime.fromisoformat(event[name]) + timedelta(hours=1)).isoformat()
        for name in ("start", "end")
    }
    return event | moved


OFFICE_CORRUPTORS: dict[type[Check], Callable[[Any, Evidence, Path], Corruptions]] = {
    MailSent: _mail,
    CalendarEvent: _event,
}
