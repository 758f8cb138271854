"""A request as it arrived over the wire, read back into the terms of m3bench."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from m3bench.core import Content, Data, Media, Text, canonical_json
from m3bench.models import Assistant, Message, Request, System, ToolReturn, User

SECRET_HEADERS = frozenset(
    ("authorization", "proxy-authorization", "x-api-key", "api-key", "x-goog-api-key", "cookie")
)


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """What a provider would have received. Reads back from JSON: `msgspec.json.decode(line, type=Seen)`."""

    wire: str
    """`openai`, `anthropic` or `google`."""
    path: str
    """The path of the address, without its query, which may hold a key."""
    model: str
    request: Request
    stream: bool = False
    body: dict[str, Any] = {}
    """The request's JSON as it was sent."""
    headers: dict[str, str] = {}
    """Names in lower case. Those that hold secrets are left out."""
    has_key: bool = False
    """Whether one of the secret headers was there."""

    @property
    def latest(self) -> str:
        """All text that came since the model last spoke: the user's and that of results of tools."""
        return "\n".join(_texts(_since_the_model_spoke(self.request.messages)))

    @property
    def conversation(self) -> str:
        """All text of the request, whoever said it."""
        return "\n".join(_texts(self.request.messages))

    @property
    def media(self) -> tuple[Media, ...]:
        """Every picture, sound and file, in order, whether from the user or from a tool."""
        return tuple(
            part for each in self.request.messages for part in _content(each) if isinstance(part, Media)
        )


def _since_the_model_spoke(messages: Sequence[Message]) -> Sequence[Message]:
    last = max((at for at, each in enumerate(messages) if isinstance(each, Assistant)), default=-1)
    return [each for each in messages[last + 1 :] if not isinstance(each, System)]


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
