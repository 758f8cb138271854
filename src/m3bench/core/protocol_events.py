"""What a server and its client said to each other during a call, besides the call itself: questions to the
user, progress, and the task that the call became."""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

PROTOCOL_KEY: Final = "m3bench/protocol"
"""The key in the metadata of a result. Only the harness sets it; what servers send under it is dropped."""

ElicitationAction = Literal["accept", "decline", "cancel"]
"""The answers to an elicitation, as MCP names them."""


class ElicitationEvent(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A question of a server to the user, and the answer."""

    message: str
    """Shortened if it is long."""
    fields: tuple[str, ...] = ()
    """The names of the fields of its form."""
    url: str | None = None
    """The page that the user should open, if it was no form."""
    action: ElicitationAction
    content: dict[str, Any] = {}
    """The submitted fields."""
    by: str
    """Who answered: `user` (simulated), `client` (of a gateway) or `harness`."""
    reason: str = ""
    """Why it was not accepted."""


class ProgressEvent(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The progress that a server reported."""

    count: int
    """Notifications, of which only the last is kept."""
    progress: float
    total: float | None = None
    message: str = ""


class TaskEvent(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The long-running task that a call became."""

    status: str
    """The last that the server reported."""
    polls: int = 0


class ProtocolEvents(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Everything that happened during a call."""

    elicitations: tuple[ElicitationEvent, ...] = ()
    unanswered: int = 0
    """Further elicitations, which were refused because there were too many."""
    progress: ProgressEvent | None = None
    task: TaskEvent | None = None
    cancelled: str | None = None
    """Why the call was cancelled."""


def protocol_note(events: ProtocolEvents) -> dict[str, Any]:
    """Return the metadata of a result with these events; nothing if there were none."""
    return {} if events == ProtocolEvents() else {PROTOCOL_KEY: msgspec.to_builtins(events)}


def protocol_events(meta: dict[str, Any]) -> ProtocolEvents:
    """Return what the metadata of a result says. Nothing if it cannot be read."""
    try:
        return msgspec.convert(meta.get(PROTOCOL_KEY, {}), ProtocolEvents)
    except msgspec.ValidationError:
        return ProtocolEvents()
