"""A request as it arrived at the fake provider, converted to m3bench's types."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from m3bench.core import Content, Data, Media, Text, canonical_json
from m3bench.models import Assistant, Message, Request, System, ToolReturn, User

SECRET_HEADERS = frozenset(
    ("authorization", "proxy-authorization", "x-api-key", "api-key", "x-goog-api-key", "cookie")
)


class SeenRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A request as a provider receives it. Decode it from JSON with `msgspec.json.decode(line,
    type=Seen)`."""

    wire: str
    """`openai`, `anthropic` or `google`."""
    path: str
    """The URL path, without the query, which may contain a key."""
    model: str
    request: Request
    stream: bool = False
    body: dict[str, Any] = {}
    """The JSON body as sent."""
    headers: dict[str, str] = {}
    """Names in lower case. Headers with secrets are left out."""
    has_key: bool = False
    """Whether a header with a secret was present."""

    @property
    def latest(self) -> str:
        """All text since the model's last reply, from the user and from tools."""
        return "\n".join(_texts(_since_last_reply(self.request.messages)))

    @property
    def conversation(self) -> str:
        """All text of the request."""
        return "\n".join(_texts(self.request.messages))

    @property
    def media(self) -> tuple[Media, ...]:
        """All images, audio and files, in order, from the user and from tools."""
        return tuple(
            part for message in self.request.messages for part in _content(message) if isinstance(part, Media)
        )


def _since_last_reply(messages: Sequence[Message]) -> Sequence[Message]:
    last = max((at for at, message in enumerate(messages) if isinstance(message, Assistant)), default=-1)
    return [message for message in messages[last + 1 :] if not isinstance(message, System)]


def _texts(messages: Sequence[Message]) -> Iterator[str]:
    for message in messages:
        if isinstance(message, System | Assistant):
            yield message.text
        for part in _content(message):
            if isinstance(part, Text):
                yield part.text
            elif isinstance(part, Data):
                yield canonical_json(part.value)


def _content(message: Message) -> tuple[Content, ...]:
    return message.content if isinstance(message, User | ToolReturn) else ()
