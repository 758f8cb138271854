"""The server, and mails as they are now: those of the world, as changed in this attempt."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from m3bench.core import Proof, near_misses
from m3bench.servers.kit import BadArgument, NotFound, Server
from m3bench_world import World
from m3bench_world.servers.context import ToolContext

server = Server(
    "mail",
    "Your mailbox: read, search, send, answer, forward, draft and file mails, with attachments and contacts.",
    sources=("office",),
    strict=True,
    proof=Proof("list_messages", {"folder": "inbox", "limit": 3}),
)


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


MOST_RECIPIENTS = 50
_LONGEST = 320
_ADDRESS = re.compile(r"[^@\s<>,;\"()\[\]]{1,64}@(?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}", re.IGNORECASE)


def bare_address(mailbox: str) -> str:
    """Return the address in `Name <address>`, in lower case."""
    inner = mailbox.rpartition("<")[2].partition(">")[0] if "<" in mailbox else mailbox
    return inner.strip().lower()


def parse_recipients(given: Iterable[str], name: str, world: World) -> list[str]:
    """Return each recipient once, with the name of the address book.

    Raises:
        BadArgument: A text is not an address; contacts with a similar name are suggested.
    """
    found: dict[str, str] = {}
    for text in given:
        address = bare_address(text) if len(text) <= _LONGEST else ""
        if not _ADDRESS.fullmatch(address):
            raise BadArgument(name, f"'{text[:60]}' is not an address{_advice(text, world)}")
        person = world.office.by_address.get(address)
        found[address] = person.mailbox if person else address
    if len(found) > MOST_RECIPIENTS:
        raise BadArgument(name, f"there are {len(found)} recipients; the maximum is {MOST_RECIPIENTS}")
    return list(found.values())


def without(mailboxes: Iterable[str], excluded: Iterable[str]) -> list[str]:
    """Return mailboxes but those with the addresses of others, each once."""
    known = {bare_address(each) for each in excluded}
    found = {bare_address(mailbox): mailbox for mailbox in mailboxes}
    return [each for address, each in found.items() if address not in known]


def _advice(text: str, world: World) -> str:
    people = {person.name: person.address for person in world.mailbox.contacts}
    near = [people[near_miss] for near_miss in near_misses(text[:80], people, limit=3)]
    return f"; did you mean {', '.join(near)}?" if near else "; write it as name@domain.example"
