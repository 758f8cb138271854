"""Tools for drafts."""

from __future__ import annotations

from typing import Annotated, Any

from m3bench.servers.kit import Answer, BadArgument, NotFound, about
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.mail.addresses import parse_recipients, without
from m3bench_world.servers.tobench.mail.attachments import attach
from m3bench_world.servers.tobench.mail.server import server
from m3bench_world.servers.tobench.mail.store import (
    MAILS,
    Changes,
    Mail,
    check_texts,
    find_mail,
    moment,
    new_mail,
    sent_changes,
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
