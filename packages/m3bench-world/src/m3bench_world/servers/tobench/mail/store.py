"""Mails as they are now: those of the world, with what was changed in this attempt."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from m3bench.core import near_misses
from m3bench.servers.kit import BadArgument, NotFound
from m3bench_world.servers.context import ToolContext

MAILS, OUTBOX, FILES = "mail", "outbox", "mail_files"
"""The tables: mails; what was sent, which no tool changes afterwards; and the content of attachments."""
LONGEST_SUBJECT, LONGEST_BODY = 500, 50_000

Mail = dict[str, Any]
Changes = dict[tuple[str, str], dict[str, Any] | None]


def all_mails(context: ToolContext) -> list[Mail]:
    """Return all mails, newest first."""
    found = context.records.all(MAILS, context.world.mailbox.records)
    return sorted(found.values(), key=lambda mail: (mail["date"], len(mail["id"]), mail["id"]), reverse=True)


def find_mail(context: ToolContext, key: str, name: str = "message_id") -> Mail:
    """Return a mail as it is now.

    Raises:
        NotFound: There is none with this id.
    """
    wanted = key.strip()[:80]
    originals = context.world.mailbox.records
    mail = context.records.get(MAILS, wanted, originals.get(wanted))
    if mail is None:
        near = near_misses(wanted, context.records.all(MAILS, originals), limit=3)
        raise NotFound(f"no message with the {name} '{wanted}'", near)
    return mail


def moment(context: ToolContext, number: int) -> str:
    """Return when a change was made. The clock of the world stands; changes are a minute apart."""
    return (context.world.now + timedelta(minutes=number)).isoformat(timespec="minutes")


def check_texts(subject: str, body: str) -> None:
    for name, text, most in (("subject", subject, LONGEST_SUBJECT), ("body", body, LONGEST_BODY)):
        if len(text) > most:
            raise BadArgument(name, f"it has {len(text):,} characters; the maximum is {most:,}")
    if "\n" in subject or "\r" in subject:
        raise BadArgument("subject", "it has more than one line")


def new_mail(context: ToolContext, key: str, folder: str, **fields: Any) -> Mail:
    """Return a mail of the owner. Without `thread`, it begins a thread of its own."""
    return {
        "id": key,
        "thread": f"thread-of-{key}",
        "in_reply_to": None,
        "folder": folder,
        "from": context.world.mailbox.owner.mailbox,
        "to": [],
        "cc": [],
        "subject": "",
        "body": "",
        "date": "",
        "read": True,
        "flagged": False,
        "attachments": [],
    } | fields


def sent_changes(mail: Mail) -> Changes:
    """Return the changes that sending makes: the mail in the folder `sent`, and the entry of the outbox."""
    kept = ("id", "thread", "in_reply_to", "from", "to", "cc", "subject", "body", "date", "attachments")
    return {(MAILS, mail["id"]): mail, (OUTBOX, mail["id"]): {name: mail[name] for name in kept}}
