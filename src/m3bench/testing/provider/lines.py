"""What the fake provider can be told to do: answer, or misbehave in the ways that real ones do."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import format_datetime
from typing import Any

import msgspec

from m3bench.models import Reply
from m3bench.testing.provider.seen import Seen


class Status(msgspec.Struct, frozen=True):
    """An answer with this status code.

    A `body` is sent as it is, bytes and text too; without one, the error is written as the provider
    that is asked would write it. A status of 200 with a body is any answer that `Reply` cannot express.
    """

    code: int
    headers: dict[str, str] = {}
    body: Any = None
    message: str = ""


class TooLong(msgspec.Struct, frozen=True):
    """The request has more tokens than the model takes, in the words of the provider that is asked."""


class Stall(msgspec.Struct, frozen=True):
    """Nothing at all until `FakeProvider.release`, then the reply; the end of the server breaks it off."""

    then: Reply | str = ""


class HangUp(msgspec.Struct, frozen=True):
    """The connection closes before any byte of an answer."""


class BreakOff(msgspec.Struct, frozen=True):
    """The connection closes in the middle of a reply, after this share of its body."""

    reply: Reply | str = "This reply breaks off before it is over."
    share: float = 0.5


class FailLater(msgspec.Struct, frozen=True):
    """An error in the middle of a stream that began well; to a request without a stream, its status."""

    reply: Reply | str = "This reply breaks off with an excuse."
    code: int = 503
    message: str = "Overloaded."


class Drip(msgspec.Struct, frozen=True):
    """A whole reply, a few bytes at a time."""

    reply: Reply | str = "This reply takes its time."
    pause: float = 0.01
    size: int = 16


class Garbage(msgspec.Struct, frozen=True):
    """Status 200 and a body that is not JSON, as from a proxy in between."""

    body: str = "<html><body>Log in to use this network.</body></html>"


class Empty(msgspec.Struct, frozen=True):
    """Status 200 and no body."""


class Reset(msgspec.Struct, frozen=True):
    """The connection is reset in the middle of a reply, as by a server that dies."""

    reply: Reply | str = "This reply is cut off."


class Endless(msgspec.Struct, frozen=True):
    """Status 200 and a body that goes on until the client leaves or the server ends."""

    piece: bytes = b" " * 65_536
    pause: float = 0.0


Misbehaviour = (
    Status | TooLong | Stall | HangUp | BreakOff | Reset | FailLater | Drip | Endless | Garbage | Empty
)
Line = Reply | str | Misbehaviour
"""A reply, its text alone, or something that goes wrong."""
Script = Callable[[Seen], Line]
"""Decides on each request. Called from the server's threads: it may block, and others are still answered."""


def rate_limit(retry_after: float | datetime | None = None) -> Status:
    """Too many requests; the time to wait is given in seconds, as a date, or not at all."""
    match retry_after:
        case None:
            return Status(429)
        case datetime():
            moment = format_datetime(retry_after.astimezone(UTC), usegmt=True)
            return Status(429, {"Retry-After": moment})
        case _:
            return Status(429, {"Retry-After": f"{retry_after:g}"})
