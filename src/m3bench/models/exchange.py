"""What happens to a request on its way to a provider and back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from typing import TypeVar

import msgspec

from m3bench.models.messages import Request

_Value = TypeVar("_Value")


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
def holding(variable: ContextVar[_Value | None], value: _Value) -> Iterator[_Value]:
    """Give a context variable this value inside, and yield it."""
    token = variable.set(value)
    try:
        yield value
    finally:
        variable.reset(token)


def note_exchange() -> AbstractContextManager[Exchange]:
    """Collect notes about the request that is made inside."""
    return holding(_CURRENT, Exchange())


def current_exchange() -> Exchange:
    """Return where to note something about the current request. Without a reader, the notes are dropped."""
    return _CURRENT.get() or Exchange()
