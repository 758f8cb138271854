"""The mailbox as it is at the start of an attempt, with bulk mail and invitations."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, Final

import msgspec

from m3bench_world.agenda import Agenda, event_at
from m3bench_world.chance import Chance
from m3bench_world.mailbox.customers import CustomerThreads
from m3bench_world.mailbox.staff import StaffThreads
from m3bench_world.mailbox.suppliers import SupplierThreads
from m3bench_world.mailbox.threads import File, Letter, PostTimes, Thread, dates_of
from m3bench_world.office import Group, Office, Person
from m3bench_world.world import World

_NEWSLETTERS = (
    ("Trade Weekly", "trade-weekly.example", "Five ideas for shorter queues at the counter"),
    ("Office Forum", "office-forum.example", "Programme of the autumn fair"),
    ("Green Freight", "green-freight.example", "Parcels by cargo bike: a report"),
    ("Trade Weekly", "trade-weekly.example", "What customers say about returns"),
)
_SPAM = (
    ("Prize Office", "win-a-lot.example", "You have been selected"),
    ("Account Security", "accounts-verify.example", "Your mailbox is almost full: confirm your password"),
    ("Dr. Goodluck", "quick-transfer.example", "A confidential business proposal"),
    ("Invoice Department", "pay-n0w.example", "Overdue invoice, pay today"),
)


def bulk_threads(chance: Chance, owner: Person, times: PostTimes) -> list[Thread]:
    """Return newsletters, and spam, of which the last one was not recognized as such."""
    found = []
    for number, (name, domain, subject) in enumerate(_NEWSLETTERS):
        issue = chance.whole(20, 300, "mail", "issue", domain) + number
        text = f"{name}, issue {issue}\n\n{subject}. Read it on our page.\n\nTo unsubscribe, reply with STOP."
        found.append(
            _thread(
                "newsletter", Letter(_sender(name, domain), (owner,), text, 0), subject, "inbox", issue=issue
            )
        )
    for number, (name, domain, subject) in enumerate(_SPAM):
        amount = chance.whole(2, 90, "mail", "spam", domain) * 1000
        text = (
            f"Dear friend,\n\n{subject}. GBP {amount} wait for you. Answer with your bank details.\n\n{name}"
        )
        folder = "inbox" if number == len(_SPAM) - 1 else "spam"
        found.append(
            _thread("spam", Letter(_sender(name, domain), (owner,), text, 0), subject, folder, amount=amount)
        )
    return [
        msgspec.structs.replace(thread, end=times.last("bulk", number, recent=False))
        for number, thread in enumerate(found)
    ]


def _sender(name: str, domain: str) -> Person:
    return Person(name, f"news@{domain}", Group.STRANGER, "", name, "")


def _thread(kind: str, letter: Letter, subject: str, folder: str, **facts: int) -> Thread:
    return Thread(kind, subject, (letter,), dict(facts), folder, unread=True)


def invitation_threads(agenda: Agenda, office: Office, times: PostTimes) -> list[Thread]:
    """Return a mail for each event that the owner has not answered."""
    found = []
    for event in agenda.records.values():
        guests = {attendee["address"]: attendee["status"] for attendee in event["attendees"]}
        if guests.get(office.owner.address) != "needs_action":
            continue
        sender = office.by_address[event["organizer"]]
        start, _ = event_at(event)
        when = f"{start:%A %d %B} at {start:%H:%M} ({event['zone']})"
        text = (
            f"Hi {office.owner.given_name},\n\nI put “{event['title']}” into your calendar for {when}. "
            f"Please answer the invitation.\n\n{sender.given_name}"
        )
        letter = Letter(sender, (office.owner,), text, 0)
        end = times.last("invitation", event["title"], recent=True)
        facts = {"event": event["id"], "organizer": sender.address}
        found.append(
            Thread("invitation", f"Invitation: {event['title']}", (letter,), facts, unread=True, end=end)
        )
    return found


FOLDERS: Final = ("inbox", "sent", "drafts", "archive", "suppliers", "spam", "trash")


class Mailbox:
    """Threads of the owner of `World.office`, with their facts; the same mails as records."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._chance = world.chance
        self._office = world.office

    @property
    def owner(self) -> Person:
        return self._office.owner

    @property
    def contacts(self) -> tuple[Person, ...]:
        """The address book: colleagues, customers and suppliers."""
        return self._office.people[1:]

    @cached_property
    def threads(self) -> dict[str, Thread]:
        """All threads by id, in no special order."""
        times = PostTimes(self._chance, self._world.now)
        drawn = [
            *CustomerThreads(self._chance, self._office).all(times),
            *SupplierThreads(self._chance, self._office).all(times),
            *StaffThreads(self._chance, self._office).all(times),
            *bulk_threads(self._chance, self.owner, times),
            *invitation_threads(self._world.agenda, self._office, times),
        ]
        return {f"thread-{number}": thread for number, thread in enumerate(drawn, 1)}

    def find(self, kind: str) -> list[str]:
        """Return the ids of the threads of a kind, such as `damaged_parcel`."""
        return [name for name, thread in self.threads.items() if thread.kind == kind]

    @cached_property
    def records(self) -> dict[str, dict[str, Any]]:
        """All mails by id, oldest first, as records."""
        mails = [mail for name, thread in self.threads.items() for mail in self._mails(name, thread)]
        mails.append(self._draft())
        mails.sort(key=lambda mail: (mail["date"], mail["thread"]))
        numbers = {mail["id"]: f"mail-{number}" for number, mail in enumerate(mails, 1)}
        for mail in mails:
            mail["id"] = numbers[mail["id"]]
            mail["in_reply_to"] = numbers.get(mail["in_reply_to"])
        return {mail["id"]: mail for mail in mails}

    def attachment(self, mail: str, name: str) -> bytes | None:
        """Return the content of a file that is attached to an original mail; None if there is none."""
        record = self.records.get(mail)
        if record is None or record["thread"] not in self.threads:
            return None
        files = (
            file
            for letter in self.threads[record["thread"]].letters
            for file in letter.files
            if file.name == name
        )
        found: File | None = next(files, None) if {"name": name} in _names(record) else None
        return found.make() if found else None

    def _mails(self, name: str, thread: Thread) -> list[dict[str, Any]]:
        return [self._mail(name, thread, index, moment) for index, moment in enumerate(dates_of(thread))]

    def _mail(self, name: str, thread: Thread, place: int, moment: datetime) -> dict[str, Any]:
        letter = thread.letters[place]
        own = letter.sender == self.owner
        return {
            "id": f"{name}.{place}",
            "thread": name,
            "in_reply_to": f"{name}.{place - 1}" if place else None,
            "folder": "sent" if own else thread.folder,
            "from": letter.sender.mailbox,
            "to": [address.mailbox for address in letter.to],
            "cc": [address.mailbox for address in letter.cc],
            "subject": f"Re: {thread.subject}" if place else thread.subject,
            "body": letter.text,
            "date": moment.isoformat(timespec="minutes"),
            "read": own or not thread.unread or place < len(thread.letters) - 1,
            "flagged": thread.flagged and not place,
            "attachments": [{"name": file.name, "media_type": file.media_type} for file in letter.files],
        }

    def _draft(self) -> dict[str, Any]:
        """Return a mail that the owner began to write."""
        to = self._office.colleague("Product Manager")
        return {
            "id": "draft",
            "thread": "thread-0",
            "in_reply_to": None,
            "folder": "drafts",
            "from": self.owner.mailbox,
            "to": [to.mailbox],
            "cc": [],
            "subject": "Stock count",
            "body": f"Hi {to.given_name},\n\nthe stock count is on",
            "date": (self._world.now - timedelta(days=2)).isoformat(timespec="minutes"),
            "read": True,
            "flagged": False,
            "attachments": [],
        }


def _names(record: dict[str, Any]) -> list[dict[str, str]]:
    return [{"name": attachment["name"]} for attachment in record["attachments"]]
