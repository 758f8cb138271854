"""What a tool can say to its client during a call: questions to the user, and progress.

Tools run in this process as well, where there is no client. Then nobody is asked, and nothing is reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Literal, Protocol, TypeVar

import msgspec

_T = TypeVar("_T")


class Elicited(msgspec.Struct, frozen=True):
    """The user's answer to a form."""

    action: Literal["accept", "decline", "cancel"]
    content: dict[str, Any] = {}


class CallClient(Protocol):
    """The client of the call that is being answered."""

    @property
    def can_elicit(self) -> bool:
        """Whether its user can be asked."""

    def elicit(self, message: str, schema: dict[str, Any], key: str | None) -> Elicited:
        """Ask the user to fill in a form."""

    def report_progress(self, progress: float, total: float | None, message: str | None) -> None:
        """Tell the client how far the call is. Raises if the client has cancelled it."""


_client: ContextVar[CallClient | None] = ContextVar("m3bench_call_client", default=None)


@contextmanager
def call_client(client: CallClient | None) -> Iterator[None]:
    """Answer a call for a client."""
    token = _client.set(client)
    try:
        yield
    finally:
        _client.reset(token)


def elicit(message: str, schema: dict[str, Any], *, key: str | None = None) -> Elicited | None:
    """Ask the user to fill in a form: a flat JSON schema. Returns None if no user can be asked.

    Ask before the tool changes anything: some clients repeat the call with the answer, which has the name
    `key`.
    """
    client = _client.get()
    return client.elicit(message, schema, key) if client is not None and client.can_elicit else None


def confirm(message: str) -> bool | None:
    """Ask the user to confirm something. Returns None if no user can be asked."""
    title = {"type": "boolean", "title": "Confirm", "description": "Whether to go on."}
    answer = elicit(message, {"type": "object", "properties": {"confirm": title}, "required": ["confirm"]})
    return None if answer is None else answer.action == "accept" and answer.content.get("confirm") is True


def report_progress(progress: float, total: float | None = None, message: str | None = None) -> None:
    """Tell the client how far the call is. A call that the client has cancelled ends here."""
    client = _client.get()
    if client is not None:
        client.report_progress(progress, total, message)


def with_progress(
    items: Iterable[_T], message: str, *, every: int = 1, total: int | None = None
) -> Iterator[_T]:
    """Yield items, and report how many there were."""
    for number, item in enumerate(items):
        if number % every == 0:
            report_progress(number, total, message)
        yield item
