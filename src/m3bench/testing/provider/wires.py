"""What the provider APIs have in common."""

from __future__ import annotations

import base64
import binascii
import json
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

from m3bench.core import Media
from m3bench.models import Reply, Request, ToolUse
from m3bench.testing.provider.seen import SeenRequest

JsonObject = dict[str, Any]

CHARACTERS_PER_TOKEN = 4
LONGEST_NAME = 64
"""Characters of a tool's name that all providers take."""


class Wire(ABC):
    """A provider's format of requests, replies and errors."""

    name: str
    base = ""
    """The path of the base address that the provider's SDK gets."""
    longest_name = LONGEST_NAME
    """Characters that the name of a tool may have."""

    @abstractmethod
    def takes(self, path: str) -> bool:
        """Return whether a request with this path belongs to this API."""

    def model(self, path: str, body: JsonObject) -> str:  # noqa: ARG002 - the body says it
        """Return the requested model's name."""
        return str(body["model"])

    def streams(self, path: str, body: JsonObject) -> bool:  # noqa: ARG002
        """Return whether the request asks for a stream of events."""
        return bool(body.get("stream"))

    @abstractmethod
    def read(self, body: JsonObject) -> Request:
        """Parse a request. May raise any error that invalid JSON data causes."""

    @abstractmethod
    def whole(self, reply: Reply, seen: SeenRequest, number: int) -> JsonObject:
        """Return the reply as one JSON object. `number` is unique per server."""

    @abstractmethod
    def events(self, reply: Reply, seen: SeenRequest, number: int) -> Iterator[bytes]:
        """Yield the reply as server-sent events."""

    @abstractmethod
    def error(self, code: int, message: str) -> JsonObject:
        """Return the body of an error response."""

    def error_event(self, code: int, message: str) -> bytes:
        """Return an error in the middle of a stream."""
        return event(self.error(code, message))

    @abstractmethod
    def too_long(self) -> JsonObject:
        """Return the body of the error (status 400) for a request with too many tokens."""


def tokens(reply: Reply, seen: SeenRequest) -> tuple[int, int]:
    """Return input and output tokens: from the script, else estimated at four characters each."""
    written = len(reply.text) + sum(len(call.name) + len(as_text(call.arguments)) for call in reply.calls)
    into, out = reply.usage.input_tokens, reply.usage.output_tokens
    return (
        _counted(len(seen.conversation)) if into is None else into,
        _counted(written) if out is None else out,
    )


def _counted(characters: int) -> int:
    return max(1, -(-characters // CHARACTERS_PER_TOKEN))


def event(data: Any, name: str = "") -> bytes:
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {json.dumps(data)}\n\n".encode()


def halves(text: str) -> tuple[str, ...]:
    middle = len(text) // 2
    return tuple(filter(None, (text[:middle], text[middle:])))


def call_id(call: ToolUse, prefix: str, number: int, index: int) -> str:
    """Return the script's id of a call, or one that is unique on this server."""
    return call.id or f"{prefix}_{number}_{index}"


def as_text(arguments: Any) -> str:
    """Return arguments as JSON text. Text is kept, so that a script can send invalid JSON."""
    if isinstance(arguments, str):
        return arguments
    return json.dumps({} if arguments is None else arguments)


def as_value(arguments: Any) -> Any:
    """Return arguments as a value. Text that is not JSON is kept."""
    if arguments is None:
        return {}
    try:
        return json.loads(arguments) if isinstance(arguments, str) else arguments
    except ValueError:
        return arguments


def from_data_uri(address: str) -> Media:
    """Return the bytes of a data URI, or a reference to another address."""
    head, comma, data = address.partition(",")
    if not (head.startswith("data:") and comma):
        return Media(uri=address)
    return from_base64(data, head.removeprefix("data:").removesuffix(";base64"))


def from_base64(data: str, media_type: str) -> Media:
    try:
        return Media(media_type=media_type, data=base64.b64decode(data, validate=True))
    except binascii.Error as error:
        raise ValueError(f"the {media_type} is not valid base64: {error}") from None
