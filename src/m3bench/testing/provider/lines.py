"""What a script can make the fake provider do: answer, or fail in the ways that real providers do."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import format_datetime
from typing import Any

import msgspec

from m3bench.models import Reply
from m3bench.testing.provider.seen import SeenRequest


class Status(msgspec.Struct, frozen=True):
    """A response with this status code.

    A `body` is sent as it is, also as bytes or text. Without one, the error has the provider's own format. A
    status of 200 with a body can be any answer that `Reply` cannot express.
    """

    code: int
    headers: dict[str, str] = {}
    body: Any = None
    message: str = ""


class TooLong(msgspec.Struct, frozen=True):
    """The request exceeds the context window. The error has the provider's own format and text."""


class Stall(msgspec.Struct, frozen=True):
    """Nothing until `FakeProvider.release`, then the reply. The end of the server closes the connection."""

    then: Reply | str = ""


class HangUp(msgspec.Struct, frozen=True):
    """The connection closes before the first byte of a response."""


class BreakOff(msgspec.Struct, frozen=True):
    """The connection closes after this share of the body."""

    reply: Reply | str = "This reply breaks off before it is over."
    share: float = 0.5


class FailLater(msgspec.Struct, frozen=True):
    """An error in the middle of a stream. Without streaming, an error status."""

    reply: Reply | str = "This reply breaks off with an excuse."
    code: int = 503
    message: str = "Overloaded."


class Drip(msgspec.Struct, frozen=True):
    """A complete reply, a few bytes at a time."""

    reply: Reply | str = "This reply takes its time."
    pause: float = 0.01
    size: int = 16


class Garbage(msgspec.Struct, frozen=True):
    """Status 200 with a body that is not JSON, as from a proxy."""

    body: str = "<html><body>Log in to use this network.</body></html>"


class Empty(msgspec.Struct, frozen=True):
    """Status 200 and no body."""


class Reset(msgspec.Struct, frozen=True):
    """The connection is reset in the middle of a reply, as by a server that crashes."""

    reply: Reply | str = "This reply is cut off."


class Endless(msgspec.Struct, frozen=True):
    """Status 200 with a body that continues until the client disconnects or the server ends."""

    piece: bytes = b" " * 65_536
    pause: float = 0.0


Misbehaviour = (
    Status | TooLong | Stall | HangUp | BreakOff | Reset | FailLater | Drip | Endless | Garbage | Empty
)
Line = Reply | str | Misbehaviour
"""A reply, its text alone, or a failure."""
Script = Callable[[SeenRequest], Line]
"""Chooses a line for each request. Called in server threads: it may block without delaying others."""


def rate_limit(retry_after: float | datetime | None = None) -> Status:
    """Return a 429 response. The wait is in seconds, a date, or not given."""
    match retry_after:
        case None:
            return Status(429)
        case datetime():
            moment = format_datetime(retry_after.astimezone(UTC), usegmt=True)
            return Status(429, {"Retry-After": moment})
        case _:
            return Status(429, {"Retry-After": f"{retry_after:g}"})
