"""Tools that file mails and fetch attachments."""

from __future__ import annotations

from typing import Annotated

from m3bench.servers.kit import Answer, BadArgument, about, check_choice, check_text
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.mail.attachments import content_of, media_type
from m3bench_world.servers.tobench.mail.server import server
from m3bench_world.servers.tobench.mail.store import MAILS, Changes, find_mail

_TARGETS = ("inbox", "archive", "suppliers", "spam", "trash")
_MOST_IDS = 50

MessageIds = Annotated[list[str], about("Ids of up to 50 messages, such as ['mail-3', 'mail-4'].")]


def _checked(message_ids: list[str]) -> list[str]:
    if not 0 < len(message_ids) <= _MOST_IDS:
        raise BadArgument("message_ids", f"{len(message_ids)} ids; pass 1 to {_MOST_IDS}")
    return list(dict.fromkeys(each.strip() for each in message_ids))


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
