"""Mails that go with the invitations in the calendar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from m3bench_world.agenda import event_at
from m3bench_world.mailbox.threads import Letter, PostTimes, Thread

if TYPE_CHECKING:
    from m3bench_world.agenda import Agenda
    from m3bench_world.office import Office


def invitation_threads(agenda: Agenda, office: Office, times: PostTimes) -> list[Thread]:
    """Return a mail for each event that the owner has not answered."""
    found = []
    for event in agenda.records.values():
        guests = {each["address"]: each["status"] for each in event["attendees"]}
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
