"""Newsletters and spam."""

from __future__ import annotations

import msgspec

from m3bench_world.chance import Chance
from m3bench_world.mailbox.threads import Letter, PostTimes, Thread
from m3bench_world.office import Group, Person

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
