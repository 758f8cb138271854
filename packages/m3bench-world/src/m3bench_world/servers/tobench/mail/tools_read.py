"""Tools that read the mailbox."""

from __future__ import annotations

from typing import Annotated, Any

from m3bench.core import near_misses, normalize
from m3bench.servers.kit import (
    Answer,
    NotFound,
    about,
    check_choice,
    check_limit,
    check_offset,
    check_text,
    parse_date,
)
from m3bench_world.mailbox import FOLDERS
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.mail.attachments import content_of
from m3bench_world.servers.tobench.mail.store import Mail, all_mails, find_mail, server

_MOST_LISTED = 50
_MOST_IN_THREAD, _LONGEST_IN_THREAD = 20, 6_000

MessageId = Annotated[str, about("Id of a message, such as 'mail-12', as listed.")]
Limit = Annotated[int, about(f"Most messages to return, up to {_MOST_LISTED}.")]


def brief(mail: Mail) -> dict[str, Any]:
    """Return what a list shows of a mail."""
    shown = {
        name: mail[name]
        for name in ("id", "thread", "folder", "from", "to", "subject", "date", "read", "flagged")
    }
    return shown | {"attachments": [attachment["name"] for attachment in mail["attachments"]]}


@server.tool
def list_folders(context: ToolContext) -> Answer:
    """List the folders with their numbers of messages and of unread ones, and whose mailbox it is."""
    mails = all_mails(context)
    folders = [
        {
            "name": name,
            "messages": sum(mail["folder"] == name for mail in mails),
            "unread": sum(mail["folder"] == name and not mail["read"] for mail in mails),
        }
        for name in FOLDERS
    ]
    return Answer({"owner": context.world.mailbox.owner.mailbox, "folders": folders})


@server.tool
def list_messages(
    context: ToolContext,
    folder: Annotated[str, about("inbox, sent, drafts, archive, suppliers, spam or trash.")] = "inbox",
    unread_only: Annotated[bool, about("Whether to list unread messages only.")] = False,
    limit: Limit = 20,
    offset: Annotated[int, about("How many messages to skip, for the next page.")] = 0,
) -> Answer:
    """List the messages of a folder, newest first, without their texts.

    Returns ids, senders, subjects, dates, flags and names of attachments, and how many there are in all.
    """
    name = check_choice(folder, "folder", FOLDERS)
    first = check_offset(offset, "offset")
    last = first + check_limit(limit, "limit", _MOST_LISTED)
    found = [
        mail for mail in all_mails(context) if mail["folder"] == name and not (unread_only and mail["read"])
    ]
    return Answer({"total": len(found), "messages": [brief(mail) for mail in found[first:last]]})


@server.tool
def search_messages(
    context: ToolContext,
    query: Annotated[str, about("Words that must all occur in subject, text, people or file names.")] = "",
    sender: Annotated[str, about("Part of the sender's name or address.")] = "",
    recipient: Annotated[str, about("Part of the name or address of someone in to or cc.")] = "",
    folder: Annotated[str, about("Search this folder only; empty for all folders.")] = "",
    since: Annotated[str, about("Earliest day, YYYY-MM-DD.")] = "",
    until: Annotated[str, about("Latest day, YYYY-MM-DD.")] = "",
    has_attachment: Annotated[
        bool | None, about("Whether there must be an attachment, or must be none.")
    ] = None,
    limit: Limit = 20,
) -> Answer:
    """Search messages in all folders, or in one, newest first. All conditions that are given must hold.

    Returns the same as list_messages.
    """
    days = tuple(
        parse_date(text, name).isoformat() if text else ""
        for name, text in (("since", since), ("until", until))
    )
    place = check_choice(folder, "folder", FOLDERS) if folder else ""
    most = check_limit(limit, "limit", _MOST_LISTED)
    words = normalize(query[:2_000]).split()
    found = [
        mail
        for mail in all_mails(context)
        if place in ("", mail["folder"])
        and _is_within(mail["date"][:10], *days)
        and has_attachment in (None, bool(mail["attachments"]))
        and normalize(sender[:200]) in normalize(mail["from"])
        and normalize(recipient[:200]) in normalize(" ".join((*mail["to"], *mail["cc"])))
        and _has_words(mail, words)
    ]
    return Answer({"total": len(found), "messages": [brief(mail) for mail in found[:most]]})


def _is_within(day: str, since: str, until: str) -> bool:
    return (not since or since <= day) and (not until or day <= until)


def _has_words(mail: Mail, words: list[str]) -> bool:
    names = [attachment["name"] for attachment in mail["attachments"]]
    text = normalize(
        " ".join((mail["subject"], mail["body"], mail["from"], *mail["to"], *mail["cc"], *names))
    )
    return all(word in text for word in words)


@server.tool
def read_message(context: ToolContext, message_id: MessageId) -> Answer:
    """Read a message: people, date, subject, whole text, and the sizes and types of its attachments.

    It does not mark the message as read; mark_message does.
    """
    mail = find_mail(context, message_id)
    files = [
        {
            "name": attachment["name"],
            "media_type": attachment["media_type"],
            "bytes": len(content_of(context, mail, attachment["name"])),
        }
        for attachment in mail["attachments"]
    ]
    return Answer(mail | {"attachments": files})


@server.tool
def read_thread(
    context: ToolContext,
    thread_id: Annotated[str, about("Id of a thread, as messages have it, such as 'thread-3'.")],
) -> Answer:
    """Read all messages of a conversation, oldest first: the last 20, each up to 6,000 characters."""
    wanted = check_text(thread_id, "thread_id")[:100]
    mails = [mail for mail in all_mails(context) if mail["thread"] == wanted]
    if not mails:
        raise NotFound(f"no thread '{wanted}'", near_misses(wanted, context.world.mailbox.threads, limit=3))
    kept = [
        brief(mail) | {"cc": mail["cc"], "body": mail["body"][:_LONGEST_IN_THREAD]}
        for mail in reversed(mails[:_MOST_IN_THREAD])
    ]
    return Answer({"thread": wanted, "total": len(mails), "messages": kept})


@server.tool
def search_contacts(
    context: ToolContext,
    query: Annotated[
        str, about("Part of a name, address, role or organization; empty lists all contacts.")
    ] = "",
    group: Annotated[str, about("colleague, customer or supplier; empty for all.")] = "",
) -> Answer:
    """Search the address book. Returns names, addresses, groups, roles, organizations and phone numbers."""
    kind = check_choice(group, "group", ("colleague", "customer", "supplier")) if group else ""
    wanted = normalize(query[:200])
    found = [
        {
            "name": contact.name,
            "address": contact.address,
            "group": str(contact.group),
            "role": contact.role,
            "organization": contact.organization,
            "phone": contact.phone,
        }
        for contact in context.world.mailbox.contacts
        if kind in ("", contact.group)
        and wanted in normalize(f"{contact.name} {contact.address} {contact.role} {contact.organization}")
    ]
    if not found:
        names = (contact.name for contact in context.world.mailbox.contacts)
        raise NotFound(f"no contact fits '{query[:60]}'", near_misses(query[:80], names, limit=3))
    return Answer({"total": len(found), "contacts": found})
