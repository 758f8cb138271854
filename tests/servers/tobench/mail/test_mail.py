"""The server `mail`."""

from __future__ import annotations

from typing import Any

import pytest

from m3bench_world import World
from tests.servers.asking import Asking

SERVER = "mail"
MAILBOX = World().mailbox
OWNER = MAILBOX.owner
COLLEAGUE = next(contact for contact in MAILBOX.contacts if contact.role == "Accountant")


def mail_of(kind: str, place: int = 0) -> dict[str, Any]:
    """A mail of the first thread of a kind, as it is at the start."""
    thread = MAILBOX.find(kind)[0]
    return [record for record in MAILBOX.records.values() if record["thread"] == thread][place]


def test_folders_and_messages_are_listed(ask: Asking) -> None:
    listed = ask("list_folders").data
    assert listed["owner"] == OWNER.mailbox
    counts = {folder["name"]: folder["messages"] for folder in listed["folders"]}
    data = ask("list_messages", folder="Inbox", limit=2, offset=1).data
    assert data["total"] == counts["inbox"]
    dates = [message["date"] for message in data["messages"]]
    assert dates == sorted(dates, reverse=True)
    unread = ask("list_messages", unread_only=True, limit=50).data
    assert 0 < unread["total"] < data["total"]
    assert not any(message["read"] for message in unread["messages"])


@pytest.mark.parametrize(
    ("conditions", "kind"),
    [
        ({"query": "damaged label photo"}, "damaged_parcel"),
        ({"query": "parcel.png", "has_attachment": True}, "damaged_parcel"),
        ({"sender": mail_of("holiday")["from"].split()[0], "query": "days off"}, "holiday"),
        ({"recipient": COLLEAGUE.address, "query": "minutes"}, "minutes"),
    ],
)
def test_messages_are_found(ask: Asking, conditions: dict[str, Any], kind: str) -> None:
    messages = ask("search_messages", **conditions).data["messages"]
    assert {message["thread"] for message in messages} & set(MAILBOX.find(kind))
    assert ask("search_messages", **conditions, until="2001-01-01").data["total"] == 0


def test_a_message_and_its_thread_are_read(ask: Asking) -> None:
    mail = mail_of("wrong_invoice")
    read = ask("read_message", message_id=mail["id"]).data
    assert read["body"] == mail["body"]
    thread = ask("read_thread", thread_id=mail["thread"]).data
    assert thread["messages"][0]["id"] == mail["id"]
    assert thread["total"] == 3


def test_contacts_are_searched(ask: Asking) -> None:
    (found,) = ask("search_contacts", query="accountant").data["contacts"]
    assert found["address"] == COLLEAGUE.address
    assert ask("search_contacts", group="supplier").data["total"] == 5
    assert ask("search_contacts", query="zzz").is_error


def test_an_attachment_becomes_a_file(ask: Asking) -> None:
    mail = mail_of("damaged_parcel")
    saved = ask("get_attachment", message_id=mail["id"], name="parcel.png", path="photos/parcel.png").data
    data = (ask.workspace / "photos" / "parcel.png").read_bytes()
    assert saved == {"path": "photos/parcel.png", "bytes": len(data), "media_type": "image/png"}
    assert data == MAILBOX.attachment(mail["id"], "parcel.png")
    assert "it has parcel.png" in ask("get_attachment", message_id=mail["id"], name="other.png").text


def test_a_message_is_sent_with_a_file(ask: Asking) -> None:
    (ask.workspace / "report.csv").write_text("a,b\n1,2\n")
    sent = ask(
        "send_message",
        to=[COLLEAGUE.address.upper(), f"X <{COLLEAGUE.address}>"],
        cc=["someone@else.example", COLLEAGUE.address],
        subject="Report",
        body="Here it is.",
        attachments=["report.csv"],
    ).data
    assert sent["to"] == [COLLEAGUE.mailbox]
    assert sent["cc"] == ["someone@else.example"]
    assert ask("read_message", message_id=sent["sent"]).data["attachments"][0]["bytes"] == 8
    (ask.workspace / "report.csv").unlink()  # the mail has a copy
    ask("get_attachment", message_id=sent["sent"], name="report.csv", path="again.csv").data  # noqa: B018
    assert (ask.workspace / "again.csv").read_text() == "a,b\n1,2\n"


def test_answers_go_to_the_right_people(ask: Asking) -> None:
    mail = mail_of("quote_request")
    data = ask("reply", message_id=mail["id"], body="Thank you.").data
    assert (data["to"], data["cc"]) == ([mail["from"]], [])
    everyone = ask("reply_all", message_id=mail["id"], body="Thank you all.").data
    assert (everyone["to"], everyone["cc"]) == ([mail["from"]], mail["cc"])
    assert ask("read_message", message_id=data["sent"]).data["in_reply_to"] == mail["id"]
    again = ask("reply", message_id=data["sent"], body="One more thing.").data
    assert (again["to"], again["subject"]) == ([mail["from"]], f"Re: {mail['subject']}")


def test_a_forwarded_message_keeps_its_files(ask: Asking) -> None:
    mail = mail_of("supplier_invoice")
    sent = ask("forward_message", message_id=mail["id"], to=[COLLEAGUE.address], body="Please pay.").data
    assert sent["attachments"] == [attachment["name"] for attachment in mail["attachments"]]
    read = ask("read_message", message_id=sent["sent"]).data
    assert read["body"].startswith("Please pay.")
    assert mail["body"] in read["body"]


def test_a_draft_is_sent_once(ask: Asking) -> None:
    key = ask("save_draft", reply_to=mail_of("holiday")["id"], body="Yes,").data["draft"]
    before = ask("list_messages", folder="sent").data["total"]
    assert ask("edit_draft", message_id=key, body="Yes, that is fine.").data["changed"] == ["body"]
    sent = ask("send_draft", message_id=key).data
    assert sent["to"] == [mail_of("holiday")["from"]]
    assert ask("send_draft", message_id=key).is_error
    assert ask("list_messages", folder="sent").data["total"] == before + 1


def test_messages_are_filed_and_marked(ask: Asking) -> None:
    keys = [mail_of("newsletter")["id"], mail_of("lunch")["id"]]
    ask("move_message", message_ids=keys, folder="archive").data  # noqa: B018
    ask("mark_message", message_ids=keys, read=True, flagged=True).data  # noqa: B018
    read = ask("read_message", message_id=keys[0]).data
    assert (read["folder"], read["read"], read["flagged"]) == ("archive", True, True)
    assert ask("delete_message", message_id=keys[0]).data["for_good"] is False
    assert ask("delete_message", message_id=keys[0]).data["for_good"] is True
    assert ask("read_message", message_id=keys[0]).is_error
    refused = ask("move_message", message_ids=[keys[1], keys[0]], folder="inbox")
    assert refused.is_error
    assert ask("read_message", message_id=keys[1]).data["folder"] == "archive"


SENDING = {"to": [COLLEAGUE.address], "subject": "s", "body": "b"}


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("send_message", SENDING | {"to": []}, "no recipient"),
        ("send_message", SENDING | {"to": [COLLEAGUE.name]}, COLLEAGUE.address),
        ("send_message", SENDING | {"to": ["a@b.example, c@d.example"]}, "not an address"),
        ("send_message", SENDING | {"body": " "}, "empty"),
        ("send_message", SENDING | {"subject": "a\nb"}, "one line"),
        ("send_message", SENDING | {"body": "x" * 60_000}, "the maximum is 50,000"),
        ("send_message", SENDING | {"attachments": ["../secret"]}, "outside"),
        ("send_message", SENDING | {"attachments": [".m3bench/records.sqlite"]}, "reserved"),
        ("send_message", SENDING | {"attachments": ["none.txt"]}, "no readable file"),
        ("send_message", SENDING | {"to": [f"a{n}@b.example" for n in range(51)]}, "the maximum is 50"),
        ("reply", {"message_id": "mail-9999", "body": "b"}, "no message"),
        ("edit_draft", {"message_id": "draft-1"}, "nothing to change"),
        ("send_draft", {"message_id": mail_of("holiday")["id"]}, "no draft"),
        ("mark_message", {"message_ids": ["mail-1"]}, "nothing to change"),
        ("move_message", {"message_ids": [], "folder": "inbox"}, "pass 1 to 50"),
        ("move_message", {"message_ids": ["mail-1"], "folder": "sent"}, "not one of"),
        ("read_thread", {"thread_id": "thread-999"}, "no thread"),
        ("search_messages", {"since": "soon"}, "not a date"),
    ],
)
def test_what_cannot_be_done_is_refused(
    ask: Asking, tool: str, arguments: dict[str, Any], words: str
) -> None:
    heard = ask(tool, **arguments)
    assert heard.is_error
    assert words in heard.text
