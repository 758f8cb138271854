"""Changes of mailbox and calendar, and the checks that they pass."""

from __future__ import annotations

from typing import Any

from m3bench.checks import CalendarEvent, Check, MailSent
from tests.checks.office.outcomes import ACCOUNTANT, ENGINEER, WORLD

Calls = tuple[tuple[str, dict[str, Any]], ...]
MAILS, EVENTS, OWNER = WORLD.mailbox.records, WORLD.agenda.records, WORLD.office.owner.address


def mail_of(kind: str) -> dict[str, Any]:
    thread = WORLD.mailbox.find(kind)[0]
    return next(mail for mail in MAILS.values() if mail["thread"] == thread)


def address(mailbox: str) -> str:
    return mailbox.partition("<")[2].rstrip(">")


DAMAGED, QUOTE, INVOICE, HOLIDAY = map(
    mail_of, ("damaged_parcel", "quote_request", "supplier_invoice", "holiday")
)
OWN = next(e for e in EVENTS.values() if e["organizer"] == OWNER and e["room"] and e["start"] > "2025-11-06")
INVITED = next(
    event for event in EVENTS.values() if {"address": OWNER, "status": "needs_action"} in event["attendees"]
)
SERIES: dict[str, Any] = {
    "title": "Plants",
    "start": "2025-12-01T12:00",
    "end": "2025-12-01T12:15",
    "repeat": "weekly",
    "repeat_until": "2025-12-31",
}
FREE: dict[str, Any] = {"start": "2025-12-01T14:00", "end": "2025-12-01T15:00"}
AT: dict[str, Any] = {"start": "2025-12-01T14:00+00:00", "end": "2025-12-01T15:00+00:00"}
TO, BOTH = {"to": [ACCOUNTANT.address]}, {"to": [ACCOUNTANT.address], "cc": [ENGINEER.address]}
NEXT = {"event_id": "new-event-1"}

DONE: tuple[tuple[str, Calls, Check], ...] = (
    (
        "send",
        (("send_message", TO | {"subject": "Hi", "body": "Paid."}),),
        MailSent((ACCOUNTANT.address,), body_contains=("paid",)),
    ),
    (
        "copy",
        (("send_message", BOTH | {"subject": "Hi", "body": "Paid."}),),
        MailSent((ACCOUNTANT.address,), (ENGINEER.address,)),
    ),
    (
        "file",
        (
            (
                "send_message",
                TO | {"subject": "Notes", "body": "See below.", "attachments": ["${WORKSPACE}/notes.txt"]},
            ),
        ),
        MailSent(
            (ACCOUNTANT.address,),
            subject_contains=("notes",),
            attachments=("notes.txt",),
            files=("notes.txt",),
        ),
    ),
    (
        "reply",
        (("reply", {"message_id": DAMAGED["id"], "body": "A new one is on its way."}),),
        MailSent(
            (address(DAMAGED["from"]),),
            body_contains=("new one",),
            body_lacks=("refund",),
            reply_to=DAMAGED["id"],
        ),
    ),
    (
        "reply with a file",
        (("reply", {"message_id": DAMAGED["id"], "body": "See here.", "attachments": ["notes.txt"]}),),
        MailSent((address(DAMAGED["from"]),), files=("notes.txt",), reply_to=DAMAGED["id"]),
    ),
    (
        "reply to all",
        (("reply_all", {"message_id": QUOTE["id"], "body": "The quote follows."}),),
        MailSent((address(QUOTE["from"]),), tuple(map(address, QUOTE["cc"])), reply_to=QUOTE["id"]),
    ),
    (
        "forward",
        (("forward_message", {"message_id": INVOICE["id"], **TO}),),
        MailSent(
            (ACCOUNTANT.address,),
            subject_contains=("invoice",),
            attachments=(INVOICE["attachments"][0]["name"],),
        ),
    ),
    (
        "draft and send",
        (("save_draft", TO | {"subject": "Hi", "body": "Soon."}), ("send_draft", {"message_id": "draft-1"})),
        MailSent((ACCOUNTANT.address,), body_contains=("soon",)),
    ),
    (
        "draft, edit and send",
        (
            ("save_draft", TO | {"body": "Soon."}),
            ("edit_draft", {"message_id": "draft-1", "body": "Now."}),
            ("send_draft", {"message_id": "draft-1"}),
        ),
        MailSent((ACCOUNTANT.address,), body_contains=("now",), body_lacks=("soon",)),
    ),
    (
        "draft of an answer",
        (
            ("save_draft", {"reply_to": HOLIDAY["id"], "body": "Yes."}),
            ("send_draft", {"message_id": "draft-1"}),
        ),
        MailSent((address(HOLIDAY["from"]),), body_contains=("yes",), reply_to=HOLIDAY["id"]),
    ),
    (
        "send and file",
        (
            ("send_message", TO | {"subject": "Hi", "body": "Paid."}),
            ("move_message", {"message_ids": [INVOICE["id"]], "folder": "archive"}),
            ("mark_message", {"message_ids": [INVOICE["id"]], "flagged": True}),
            ("delete_message", {"message_id": "sent-1"}),
        ),
        MailSent((ACCOUNTANT.address,)),
    ),
    (
        "create",
        (("create_event", FREE | {"title": "Audit"}),),
        CalendarEvent(title_contains=("audit",), **AT, attendees=(), room=""),
    ),
    (
        "invite",
        (("create_event", FREE | {"title": "Audit", "attendees": [ENGINEER.address], "room": "Birch"}),),
        CalendarEvent(
            title_contains=("audit",),
            attendees=(ENGINEER.address,),
            room="room-birch",
            busy=(("2025-12-01T15:00+00:00", "2025-12-01T16:00+00:00"),),
        ),
    ),
    ("series", (("create_event", SERIES),), CalendarEvent(title_contains=("plants",), repeats="weekly")),
    (
        "create and move",
        (("create_event", SERIES | {"repeat": "none"}), ("move_event", NEXT | FREE)),
        CalendarEvent(**AT),
    ),
    (
        "create and rename",
        (("create_event", FREE | {"title": "X"}), ("update_event", NEXT | {"title": "Audit"})),
        CalendarEvent(title_contains=("audit",)),
    ),
    (
        "invite later",
        (("create_event", FREE | {"title": "X"}), ("update_event", NEXT | {"attendees": [ENGINEER.name]})),
        CalendarEvent(attendees=(ENGINEER.address,), **AT),
    ),
    (
        "skip one",
        (("create_event", SERIES), ("cancel_event", NEXT | {"occurrence": "2025-12-08"})),
        CalendarEvent(title_contains=("plants",), skipped=("2025-12-08",)),
    ),
    ("move", (("move_event", FREE | {"event_id": OWN["id"]}),), CalendarEvent(OWN["id"], **AT)),
    (
        "give the room back",
        (("update_event", {"event_id": OWN["id"], "room": ""}),),
        CalendarEvent(OWN["id"], room=""),
    ),
    ("cancel", (("cancel_event", {"event_id": OWN["id"]}),), CalendarEvent(OWN["id"], status="cancelled")),
    *(
        (
            answer,
            (("respond_to_invitation", {"event_id": INVITED["id"], "response": answer}),),
            CalendarEvent(INVITED["id"], responses={OWNER: answer}),
        )
        for answer in ("accepted", "declined", "tentative")
    ),
)
"""What is done, the calls, and the check that passes."""
IN_CALENDAR = ("create_event", "move_event", "update_event", "cancel_event", "respond_to_invitation")
