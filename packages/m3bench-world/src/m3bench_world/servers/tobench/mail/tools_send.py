"""Tools that send mails."""

from __future__ import annotations

from typing import Annotated, Any

from m3bench.servers.kit import Answer, BadArgument, about, check_text
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.mail.attachments import Attached, attach, contents_of
from m3bench_world.servers.tobench.mail.store import (
    LONGEST_SUBJECT,
    Mail,
    bare_address,
    check_texts,
    find_mail,
    moment,
    new_mail,
    parse_recipients,
    sent_changes,
    server,
    without,
)

To = Annotated[tuple[str, ...], about("Addresses of the recipients, such as 'ada@north.example'.")]
Cc = Annotated[tuple[str, ...], about("Addresses of those who get a copy.")]
Subject = Annotated[str, about("The subject: one line of up to 500 characters.")]
Body = Annotated[str, about("The text, up to 50,000 characters.")]
Paths = Annotated[tuple[str, ...], about("Paths of workspace files to attach: at most 10 files and 10 MB.")]
Answered = Annotated[str, about("Id of the message, such as 'mail-12'.")]


def send(context: ToolContext, attached: Attached, **fields: Any) -> Answer:
    """Send a mail, and say what was sent."""

    def decide(number: int) -> Any:
        mail = new_mail(
            context,
            f"sent-{number}",
            "sent",
            date=moment(context, number),
            attachments=attached.entries,
            **fields,
        )
        return sent_changes(mail) | attached.contents

    number = context.update_records(decide)
    return sent_answer(f"sent-{number}", fields | {"attachments": attached.entries})


def sent_answer(key: str, mail: Mail) -> Answer:
    return Answer(
        {
            "sent": key,
            "to": mail["to"],
            "cc": mail["cc"],
            "subject": mail["subject"],
            "attachments": [attachment["name"] for attachment in mail["attachments"]],
        }
    )


def require_recipients(to: list[str], cc: list[str]) -> None:
    if not to and not cc:
        raise BadArgument("to", "there is no recipient; pass at least one address")


@server.tool(read_only=False)
def send_message(
    context: ToolContext, to: To, subject: Subject, body: Body, cc: Cc = (), attachments: Paths = ()
) -> Answer:
    """Send a new message from your address, with files of the workspace attached.

    It is sent at once and cannot be taken back. Returns the id of the message in the folder sent.
    """
    people = parse_recipients(to, "to", context.world)
    copies = without(parse_recipients(cc, "cc", context.world), people)
    require_recipients(people, copies)
    check_texts(subject, check_body(body))
    attached = attach(context, attachments)
    return send(context, attached, to=people, cc=copies, subject=subject.strip(), body=body)


def check_body(body: str) -> str:
    if not body.strip():
        raise BadArgument("body", "it is empty; write a text")
    return body


def reply_fields(context: ToolContext, mail: Mail, *, everyone: bool) -> dict[str, Any]:
    """Return recipients, subject and thread of an answer to a mail."""
    owner = context.world.mailbox.owner.mailbox
    own = bare_address(mail["from"]) == bare_address(owner)
    to, cc = (mail["to"] if own else [mail["from"]]), []
    if everyone:
        to = without([*to, *(() if own else mail["to"])], (owner,))
        cc = without(mail["cc"], (owner, *to))
    subject = mail["subject"]
    answer = subject if subject[:3].casefold() == "re:" else f"Re: {subject}"
    return {
        "to": without(to, ()),
        "cc": cc,
        "subject": answer[:LONGEST_SUBJECT],
        "thread": mail["thread"],
        "in_reply_to": mail["id"],
    }


def _answer(
    context: ToolContext, message_id: str, body: str, attachments: tuple[str, ...], *, everyone: bool
) -> Answer:
    mail = find_mail(context, message_id)
    if mail["folder"] == "drafts":
        raise BadArgument("message_id", f"{mail['id']} is a draft; use edit_draft and send_draft")
    fields = reply_fields(context, mail, everyone=everyone)
    require_recipients(fields["to"], fields["cc"])
    check_texts("", check_body(body))
    return send(context, attach(context, attachments), **fields, body=body)


@server.tool(read_only=False)
def reply(context: ToolContext, message_id: Answered, body: Body, attachments: Paths = ()) -> Answer:
    """Answer the sender of a message; of a message that you sent, its recipients.

    The answer belongs to the same thread. It is sent at once. The text of the message is not repeated.
    """
    return _answer(context, message_id, body, attachments, everyone=False)


@server.tool(read_only=False)
def reply_all(context: ToolContext, message_id: Answered, body: Body, attachments: Paths = ()) -> Answer:
    """Answer the sender of a message and everyone else in to and cc but yourself. It is sent at once."""
    return _answer(context, message_id, body, attachments, everyone=True)


@server.tool(read_only=False)
def forward_message(
    context: ToolContext,
    message_id: Answered,
    to: To,
    body: Annotated[str, about("Text above the forwarded message; may be empty.")] = "",
    cc: Cc = (),
) -> Answer:
    """Send a message on to others, with its text below yours and all its attachments. It is sent at once."""
    mail = find_mail(context, check_text(message_id, "message_id"))
    people = parse_recipients(to, "to", context.world)
    copies = without(parse_recipients(cc, "cc", context.world), people)
    require_recipients(people, copies)
    head = f"From: {mail['from']}\nDate: {mail['date']}\nSubject: {mail['subject']}"
    text = f"{body}\n\n---- Forwarded message ----\n{head}\n\n{mail['body']}".lstrip()
    subject = f"Fwd: {mail['subject']}"[:LONGEST_SUBJECT]
    check_texts(subject, text)
    attached = attach(context, (), contents_of(context, mail))
    return send(context, attached, to=people, cc=copies, subject=subject, body=text, thread=mail["thread"])
