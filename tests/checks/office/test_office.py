"""The checks `mail_sent` and `calendar_event`, over real calls of the servers."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from m3bench.checks import CalendarEvent, Check, Evidence, MailSent, read_checks
from m3bench.core import Call, FormatError, Step, records_folder
from m3bench.records import FILE_NAME, CallInfo, RecordStore
from tests.checks.office.outcomes import ACCOUNTANT, called
from tests.checks.office.scenarios import (
    AT,
    BOTH,
    DAMAGED,
    DONE,
    FREE,
    HOLIDAY,
    IN_CALENDAR,
    NEXT,
    OWN,
    TO,
    Calls,
    address,
)
from tests.checks.outcomes import evidence_of


def done(folder: Path, calls: Calls) -> Evidence:
    """The outcome of calls in a new workspace."""
    folder.mkdir()
    (folder / "notes.txt").write_text("Three apples.\n")
    steps = []
    for tool, arguments in calls:
        server = "calendar" if tool in IN_CALENDAR else "mail"
        filled = {
            key: [str(each).replace("${WORKSPACE}", str(folder)) for each in value]
            if key == "attachments"
            else value
            for key, value in arguments.items()
        }
        call = called(folder, f"{server}/{tool}", **filled)
        steps.append(Step((Call(call.name, arguments, result=call.result),)))
    return evidence_of(folder, "done", tuple(steps))


def test_there_are_enough_state_changes() -> None:
    assert sum(len(calls) for _, calls, _ in DONE) >= 30


@pytest.mark.parametrize(("calls", "check"), [each[1:] for each in DONE], ids=[each[0] for each in DONE])
def test_what_was_asked_passes_and_each_corruption_fails(calls: Calls, check: Check, tmp_path: Path) -> None:
    evidence = done(tmp_path / "workspace", calls)
    verdict = check.evaluate(evidence)
    assert verdict.passed, verdict.reason
    spoiled = check.corruptions(evidence, tmp_path / "scratch")
    assert len(spoiled) >= 3
    for words, each in spoiled:
        assert not check.evaluate(each).passed, words
    assert not check.evaluate(evidence_of(tmp_path, "done", ())).passed


SEND = ("send_message", TO | {"subject": "Hi", "body": "Paid 5."})
SENT = MailSent((ACCOUNTANT.address,), body_contains=("paid",))
MADE = CalendarEvent(title_contains=("audit",), **AT)
AUDIT = ("create_event", FREE | {"title": "Audit"})


@pytest.mark.parametrize(
    ("calls", "check", "words"),
    [
        ((("save_draft", TO | {"subject": "Hi", "body": "Paid 5."}),), SENT, "no mail was sent"),
        ((SEND, SEND), SENT, "2 mails were sent, 2 of them as asked"),
        (
            (SEND, ("reply", {"message_id": HOLIDAY["id"], "body": "Yes."})),
            SENT,
            "2 mails were sent, 1 of them",
        ),
        ((SEND, SEND, ("delete_message", {"message_id": "sent-2"})), SENT, "2 mails were sent"),
        ((("send_message", BOTH | {"subject": "Hi", "body": "Paid."}),), SENT, "cc is"),
        ((("send_message", TO | {"subject": "Hi", "body": "Paid. " * 1_000}),), SENT, "characters, expected"),
        ((("send_message", TO | {"subject": "Hi", "body": "Unpaid."}),), SENT, "lacks 'paid'"),
        (
            (("forward_message", {"message_id": DAMAGED["id"], **TO}),),
            MailSent((ACCOUNTANT.address,), reply_to=DAMAGED["id"]),
            "it answers None",
        ),
        ((AUDIT, AUDIT), MADE, "it overlaps"),
        (
            (AUDIT, ("cancel_event", {"event_id": OWN["id"]})),
            MADE,
            "2 events were made or changed, 1 of them",
        ),
        ((AUDIT, ("cancel_event", NEXT)), MADE, "it is cancelled"),
        ((("create_event", FREE | {"title": "Audit", "time_zone": "Europe/Berlin"}),), MADE, "start is"),
        ((AUDIT,), CalendarEvent(OWN["id"], status="cancelled"), "was not changed"),
        (
            (AUDIT,),
            CalendarEvent(**AT, busy=(("2025-12-01T14:30+00:00", "2025-12-01T17:00+00:00"),)),
            "which is taken",
        ),
    ],
)
def test_near_misses_fail(calls: Calls, check: Check, words: str, tmp_path: Path) -> None:
    verdict = check.evaluate(done(tmp_path / "workspace", calls))
    assert not verdict.passed
    assert words in verdict.reason


def test_several_mails_are_expected_by_several_checks(tmp_path: Path) -> None:
    calls = (SEND, ("reply", {"message_id": HOLIDAY["id"], "body": "Yes."}))
    evidence = done(tmp_path / "workspace", calls)
    for to in (ACCOUNTANT.address, address(HOLIDAY["from"])):
        assert MailSent((to,), total=2).evaluate(evidence).passed
        assert not MailSent((to,), total=3).evaluate(evidence).passed


def test_an_agent_that_writes_the_database_itself_gets_nothing(tmp_path: Path) -> None:
    evidence = done(tmp_path / "workspace", ())
    forged = done(tmp_path / "other", (SEND,))
    changes = RecordStore(forged.workspace).changes()
    RecordStore(evidence.workspace).change(
        CallInfo("mail", "send_message", {}), {(change.table, change.key): change.value for change in changes}
    )
    assert "no mail was sent" in SENT.evaluate(evidence).reason


def test_a_mail_cannot_be_hidden(tmp_path: Path) -> None:
    evidence = done(tmp_path / "workspace", (SEND, SEND))
    with closing(sqlite3.connect(records_folder(evidence.workspace) / FILE_NAME)) as database, database:
        database.execute("DELETE FROM changes WHERE number = 2")
    assert "not in the database" in SENT.evaluate(evidence).reason


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"check": "mail_sent", "to": []}, "both empty"),
        ({"check": "mail_sent", "to": ["Ada"]}, "not an address"),
        ({"check": "mail_sent", "to": ["a@b.example"], "files": ["../x"]}, "leads out"),
        ({"check": "mail_sent", "to": ["a@b.example"], "total": 0}, "at least 1"),
        ({"check": "calendar_event"}, "needs event"),
        ({"check": "calendar_event", "start": "2025-12-01T14:00"}, "no offset"),
        ({"check": "calendar_event", "event": "e", "status": "open"}, "status is one of"),
        ({"check": "calendar_event", "event": "e", "responses": {"a@b.example": "yes"}}, "responses are of"),
    ],
)
def test_what_cannot_be_right_is_refused(raw: dict[str, Any], words: str) -> None:
    with pytest.raises(FormatError, match=words):
        read_checks([raw], "task t")
