"""Long messages on their way past the SDK, which would parse them in one piece and hold up the event loop.

The HTTP client parses a long message itself, and hands the SDK a short one in its place. Where the session
takes messages from the SDK's transport, the long one is put back.
"""

from __future__ import annotations

import json
import secrets
from types import TracebackType
from typing import Any, Self

from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCError, JSONRPCMessage, JSONRPCResponse

_METHOD = "notifications/m3bench/long_message"
_KEY = "m3bench/long_message"
_LONGEST_ID = 100


class LongMessages:
    """The long messages of one connection, each under a name that its server cannot guess."""

    def __init__(self) -> None:
        self._held: dict[str, JSONRPCMessage] = {}

    def put(self, message: JSONRPCMessage) -> bytes:
        """Hold a message. Returns a short one that stands in for it: an answer or a notification."""
        name = secrets.token_hex(16)
        self._held[name] = message
        stand_in: dict[str, Any] = {"jsonrpc": "2.0"}
        if isinstance(message, JSONRPCResponse | JSONRPCError):
            # An id of that length answers no request of ours, and the SDK will say so.
            number = message.id[:_LONGEST_ID] if isinstance(message.id, str) else message.id
            stand_in |= {"id": number, "result": {_KEY: name}}
        else:
            stand_in |= {"method": _METHOD, "params": {_KEY: name}}
        return json.dumps(stand_in).encode()

    def take(self, message: JSONRPCMessage) -> JSONRPCMessage:
        """The message that this one stands in for, which is held no longer; any other message as it is."""
        long = self._held.pop(_name(message), None)
        if long is None:
            return message
        if isinstance(message, JSONRPCResponse):
            # The SDK may have given the answer to a resumed request another id.
            return long.model_copy(update={"id": message.id})
        return long

    def restored(self, stream: Any) -> RestoringStream:
        """The SDK's stream of received messages, with the long ones in their places."""
        return RestoringStream(stream, self)


def _name(message: JSONRPCMessage) -> str:
    values = message.result if isinstance(message, JSONRPCResponse) else getattr(message, "params", None)
    name = values.get(_KEY) if isinstance(values, dict) else None
    return name if isinstance(name, str) else ""


class RestoringStream:
    """A stream of received messages, as the SDK's sessions read it."""

    def __init__(self, stream: Any, long_messages: LongMessages) -> None:
        self._stream, self._long_messages = stream, long_messages

    @property
    def last_context(self) -> Any:
        """The context of whoever sent the last message; the SDK asks for it."""
        return getattr(self._stream, "last_context", None)

    async def receive(self) -> SessionMessage | Exception:
        """The next message."""
        return self._restored(await self._stream.receive())

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        return self._restored(await self._stream.__anext__())

    async def aclose(self) -> None:
        """Close the stream below."""
        await self._stream.aclose()

    async def __aenter__(self) -> Self:
        await self._stream.__aenter__()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> bool | None:
        handled: bool | None = await self._stream.__aexit__(kind, error, traceback)
        return handled

    def _restored(self, received: SessionMessage | Exception) -> SessionMessage | Exception:
        if isinstance(received, SessionMessage):
            received.message = self._long_messages.take(received.message)
        return received
