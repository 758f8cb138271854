"""Threads of mails, with what they state as truth."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from m3bench_world.chance import Chance
from m3bench_world.office import Person


class File(msgspec.Struct, frozen=True):
    """An attached file. Its content is made when it is asked for."""

    name: str
    media_type: str
    make: Callable[[], bytes]


class Letter(msgspec.Struct, frozen=True):
    """A mail as it is written."""

    sender: Person
    to: tuple[Person, ...]
    text: str
    hours: float
    """How long after the one before it."""
    files: tuple[File, ...] = ()
    cc: tuple[Person, ...] = ()


class PostTimes:
    """When the last mail of a thread came: on a working day, before now."""

    def __init__(self, chance: Chance, now: datetime) -> None:
        self._chance = chance
        self._now = now

    def last(self, *name: object, recent: bool) -> datetime:
        """Draw a time of the last three days, or of the weeks before."""
        days = self._chance.whole(*((0, 2) if recent else (4, 24)), "mail", "days", *name)
        minutes = self._chance.whole(7 * 60, 16 * 60, "mail", "minutes", *name)
        midnight = self._now.replace(hour=0, minute=0, second=0, microsecond=0)
        moment = midnight - timedelta(days=days) + timedelta(minutes=minutes)
        while moment >= self._now - timedelta(hours=1) or moment.weekday() > 4:
            moment -= timedelta(days=1)
        return moment


class Thread(msgspec.Struct, frozen=True):
    kind: str
    """Such as `damaged_parcel`."""
    subject: str
    letters: tuple[Letter, ...]
    facts: dict[str, Any]
    """What the mails and their attachments state, by name."""
    folder: str = "inbox"
    unread: bool = False
    flagged: bool = False
    end: datetime = datetime.min.replace(tzinfo=UTC)
    """When the last mail came."""


def dates_of(thread: Thread) -> list[datetime]:
    """Return when the letters were sent."""
    moments = [thread.end]
    for letter in reversed(thread.letters[1:]):
        moments.insert(0, moments[0] - timedelta(hours=letter.hours))
    return moments
