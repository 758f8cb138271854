"""Tools for drafts, and tools that sort and delete mails."""

from __future__ import annotations

from typing import Annotated, Any

from m3bench.servers.kit import Answer, BadArgument, NotFound, about, check_choice, check_text
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.mail.attachments import attach, content_of, media_type
from m3bench_world.servers.tobench.mail.store import (
    MAILS,
    Changes,
    Mail,
    check_texts,
    find_mail,
    moment,
    new_mail,
    parse_recipients,
    sent_changes,
    server,
    without,
)
from m3bench_world.servers.tobench.mail.tools_send import Paths, reply_fields, require_recipients, sent_answer

DraftId = Annotated[str, about("Id of a message in the folder drafts, such as 'draft-2'.")]


@server.tool(read_only=False)
def save_draft(
    context: ToolContext,
    to: Annotated[tuple[str, ...], about("Addresses of the recipients; may be empty.")] = (),
    cc: Annotated[tuple[str, ...], about("Addresses of those who get a copy.")] = (),
    subject: Annotated[str, about("The subject; for an answer, empty takes that of the message.")] = "",
    body: Annotated[str, about("The text so far.")] = "",
    attachments: Paths = (),
    reply_to: Annotated[str, about("Id of the message that this will answer; empty for a new message.")] = "",
) -> Answer:
    """Save a message in the folder drafts without sending it. Returns its id for edit_draft, send_draft."""
    check_texts(subject, body)
    people = parse_recipients(to, "to", context.world)
    fields: dict[str, Any] = {
        "to": people,
        "cc": without(parse_recipients(cc, "cc", context.world), people),
        "subject": subject.strip(),
        "body": body,
    }
    if reply_to:
        answered = reply_fields(context, find_mail(context, reply_to, "reply_to"), everyone=False)
        fields = answered | {name: value for name, value in fields.items() if value}
        fields.setdefault("body", "")
    attached = attach(context, attachments)

    def decide(number: int) -> Changes:
        mail = new_mail(
            context,
            f"draft-{number}",
            "drafts",
            date=moment(context, number),
            attachments=attached.entries,
            **fields,
        )
        return {(MAILS, mail["id"]): mail} | attached.contents

    number = context.update_records(decide)
    return Answer({"draft": f"draft-{number}", "to": fields["to"], "subject": fields["subject"]})


@server.tool(read_only=False)
def edit_draft(
    context: ToolContext,
    message_id: DraftId,
    to: Annotated[tuple[str, ...] | None, about("New recipients; null keeps them.")] = None,
    cc: Annotated[tuple[str, ...] | None, about("New recipients of copies; null keeps them.")] = None,
    subject: Annotated[str | None, about("New subject; null keeps it.")] = None,
    body: Annotated[str | None, about("New text; null keeps it.")] = None,
    attachments: Annotated[
        list[str] | None, about("Paths of files that replace all attachments; null keeps them.")
    ] = None,
) -> Answer:
    """Change fields of a draft; the others stay as they are. Returns the names of the changed fields."""
    check_texts(subject or "", body or "")
    changed: dict[str, Any] = {}
    if to is not None:
        changed["to"] = parse_recipients(to, "to", context.world)
    if cc is not None:
        changed["cc"] = parse_recipients(cc, "cc", context.world)
    if subject is not None:
        changed["subject"] = subject.strip()
    if body is not None:
        changed["body"] = body
    attached = attach(context, attachments or ())
    if attachments is not None:
        changed["attachments"] = attached.entries
    if not changed:
        raise BadArgument("message_id", "nothing to change; pass at least one other field")
    names = list(changed)

    def decide(_: int) -> Changes:
        draft = _find_draft(context, message_id)
        return {(MAILS, draft["id"]): draft | changed} | attached.contents

    context.update_records(decide)
    return Answer({"draft": message_id.strip(), "changed": names})


@server.tool(read_only=False)
def send_draft(context: ToolContext, message_id: DraftId) -> Answer:
    """Send a draft as it is. It leaves the folder drafts and cannot be taken back."""
    sent: list[Mail] = []

    def decide(number: int) -> Changes:
        # Read within the change: of two calls at once, the second finds no draft.
        draft = _find_draft(context, message_id)
        require_recipients(draft["to"], draft["cc"])
        if not draft["body"].strip():
            raise BadArgument("message_id", f"{draft['id']} has no text; add one with edit_draft")
        mail = draft | {"id": f"sent-{number}", "folder": "sent", "date": moment(context, number)}
        sent.append(mail)
        return sent_changes(mail) | {(MAILS, draft["id"]): None}

    context.update_records(decide)
    return sent_answer(sent[-1]["id"], sent[-1])


def _find_draft(context: ToolContext, key: str) -> Mail:
    mail = find_mail(context, key)
    if mail["folder"] != "drafts":
        raise NotFound(f"no draft '{mail['id']}'; it is in the folder {mail['folder']}")
    return mail


_TARGETS = ("inbox", "archive", "suppliers", "spam", "trash")
_MOST_IDS = 50

MessageIds = Annotated[list[str], about("Ids of up to 50 messages, such as ['mail-3', 'mail-4'].")]


def _checked(message_ids: list[str]) -> list[str]:
    if not 0 < len(message_ids) <= _MOST_IDS:
        raise BadArgument("message_ids", f"{len(message_ids)} ids; pass 1 to {_MOST_IDS}")
    return list(dict.fromkeys(message_key.strip() for message_key in message_ids))


@server.tool(read_only=False)
def move_message(
    context: ToolContext,
    message_ids: MessageIds,
    folder: Annotated[str, about("inbox, archive, suppliers, spam or trash.")],
) -> Answer:
    """Move messages to another folder: all of them, or none if one does not exist."""
    target = check_choice(folder, "folder", _TARGETS)
    keys = _checked(message_ids)

    def decide(_: int) -> Changes:
        mails = [find_mail(context, key, "message_ids") for key in keys]
        return {(MAILS, mail["id"]): mail | {"folder": target} for mail in mails}

    context.update_records(decide)
    return Answer({"moved": keys, "folder": target})


@server.tool(read_only=False)
def mark_message(
    context: ToolContext,
    message_ids: MessageIds,
    read: Annotated[bool | None, about("true marks as read, false as unread, null leaves it.")] = None,
    flagged: Annotated[bool | None, about("true sets the flag, false removes it, null leaves it.")] = None,
) -> Answer:
    """Mark messages as read or unread, and set or remove their flag."""
    marks = {name: value for name, value in (("read", read), ("flagged", flagged)) if value is not None}
    if not marks:
        raise BadArgument("read", "nothing to change; pass read or flagged")
    keys = _checked(message_ids)

    def decide(_: int) -> Changes:
        mails = [find_mail(context, key, "message_ids") for key in keys]
        return {(MAILS, mail["id"]): mail | marks for mail in mails}

    context.update_records(decide)
    return Answer({"marked": keys, **marks})


@server.tool(read_only=False)
def delete_message(
    context: ToolContext,
    message_id: Annotated[str, about("Id of the message, such as 'mail-12'.")],
) -> Answer:
    """Delete a message: it moves to the trash, and from the trash it is removed for good."""
    removed: list[bool] = []

    def decide(_: int) -> Changes:
        mail = find_mail(context, message_id)
        removed.append(mail["folder"] == "trash")
        return {(MAILS, mail["id"]): None if removed[-1] else mail | {"folder": "trash"}}

    context.update_records(decide)
    return Answer({"deleted": message_id.strip(), "for_good": removed[-1]})


@server.tool(read_only=False)
def get_attachment(
    context: ToolContext,
    message_id: Annotated[str, about("Id of the message, such as 'mail-12'.")],
    name: Annotated[str, about("Name of the attachment, as read_message lists it.")],
    path: Annotated[str, about("Workspace path to write; empty uses the name of the attachment.")] = "",
) -> Answer:
    """Save an attachment as a file in the workspace. Returns its path, size and type; not its content."""
    mail = find_mail(context, message_id)
    title = check_text(name, "name")
    data = content_of(context, mail, title)
    target = context.files.write(path or title, data)
    return Answer(
        {"path": context.files.relative(target), "bytes": len(data), "media_type": media_type(title)}
    )
