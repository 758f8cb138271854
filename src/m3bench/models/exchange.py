"""What happens to a request on its way to a provider and back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import msgspec

from m3bench.models.messages import Request


class Exchange(msgspec.Struct):
    """Notes about one request, added by the model and by the wrappers around it."""

    failed_tries: list[str] = []
    """Why earlier tries failed, in order."""
    cached: bool = False
    """Whether the reply came from the reply cache."""
    sent: Request | None = None
    """The request as the provider got it, with all settings; None if it is the one that was asked."""


_CURRENT: ContextVar[Exchange | None] = ContextVar("exchange", default=None)


@contextmanager
def note_exchange() -> Iterator[Exchange]:
    """Collect notes about the request that is made inside."""
    exchange = Exchange()
    token = _CURRENT.set(exchange)
    try:
        yield exchange
    finally:
        _CURRENT.reset(token)


def current_exchange() -> Exchange:
    """Return where to note something about the current request. Without a reader, the notes are dropped."""
    return _CURRENT.get() or Exchange()
