"""What the wire formats have in common."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Iterator
from typing import Any, Protocol

from m3bench.core import Media
from m3bench.models import Reply, Request, ToolUse
from m3bench.testing.provider.seen import Seen

JsonObject = dict[str, Any]

CHARACTERS_PER_TOKEN = 4


class Wire(Protocol):
    """One provider's way to write requests, replies and errors."""

    name: str
    base: str
    """What follows the host in the base address that the provider's SDK is given."""

    def takes(self, path: str) -> bool:
        """Whether a request with this path is meant for this provider."""

    def model(self, path: str, body: JsonObject) -> str:
        """The name of the model that is asked."""

    def streams(self, path: str, body: JsonObject) -> bool:
        """Whether the reply is wanted as a stream of events."""

    def read(self, body: JsonObject) -> Request:
        """May raise whatever reading the wrong JSON raises."""

    def whole(self, reply: Reply, seen: Seen, number: int) -> JsonObject:
        """The reply as one JSON object. The number tells replies of one server apart."""

    def events(self, reply: Reply, seen: Seen, number: int) -> Iterator[bytes]:
        """The reply as server-sent events."""

    def error(self, code: int, message: str) -> JsonObject:
        """The body of an answer with this status."""

    def error_event(self, code: int, message: str) -> bytes:
        """The same, in the middle of a stream."""

    def too_long(self) -> JsonObject:
        """The body of the answer (status 400) to a request with too many tokens."""


def tokens(reply: Reply, seen: Seen) -> tuple[int, int]:
    """Tokens in and out: as the script says, else four characters each."""
    written = len(reply.text) + sum(len(each.name) + len(as_text(each.arguments)) for each in reply.calls)
    into, out = reply.usage.input_tokens, reply.usage.output_tokens
    return _counted(len(seen.conversation)) if into is None else into, _counted(
        written
    ) if out is None else out


def _counted(characters: int) -> int:
    return max(1, -(-characters // CHARACTERS_PER_TOKEN))


def event(data: Any, name: str = "") -> bytes:
    """One server-sent event."""
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {json.dumps(data)}\n\n".encode()


def halves(text: str) -> tuple[str, ...]:
    """Text as it comes in pieces: joined again it is the same."""
    middle = len(text) // 2
    return tuple(filter(None, (text[:middle], text[middle:])))


def call_id(call: ToolUse, prefix: str, number: int, place: int) -> str:
    """The script's id of a call, or one that no other call of this server has."""
    return call.id or f"{prefix}_{number}_{place}"


def as_text(arguments: Any) -> str:
    """Arguments as JSON text. Text is kept: so a script can send what is no JSON."""
    if isinstance(arguments, str):
        return arguments
    return json.dumps({} if arguments is None else arguments)


def as_value(arguments: Any) -> Any:
    """Arguments as a value. Text that is no JSON is kept."""
    if arguments is None:
        return {}
    try:
        return json.loads(arguments) if isinstance(arguments, str) else arguments
    except ValueError:
        return arguments


def from_data_uri(address: str) -> Media:
    """The bytes of a data URI, or a reference to any other address."""
    head, comma, data = address.partition(",")
    if not (head.startswith("data:") and comma):
        return Media(uri=address)
    return from_base64(data, head.removeprefix("data:").removesuffix(";base64"))


def from_base64(data: str, media_type: str) -> Media:
    try:
        return Media(media_type=media_type, data=base64.b64decode(data, validate=True))
    except binascii.Error as error:
        raise ValueError(f"the {media_type} is no base64: {error}") from None
