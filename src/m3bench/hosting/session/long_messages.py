"""Pass long messages around the SDK, which would parse them in one piece and block the event loop.

The HTTP client parses a long message itself and hands the SDK a short stand-in. Where the session reads from
the SDK's transport, the long message is put back.
"""

from __future__ import annotations

import json
import secrets
from typing import Any, Self

from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCError, JSONRPCMessage, JSONRPCResponse

_METHOD = "notifications/m3bench/long_message"
_KEY = "m3bench/long_message"
_LONGEST_ID = 100


class LongMessages:
    """The long messages of one connection, under names that the server cannot guess."""

    def __init__(self) -> None:
        self._held: dict[str, JSONRPCMessage] = {}

    def put(self, message: JSONRPCMessage) -> bytes:
        """Store a message. Returns a short stand-in: a response or a notification."""
        name = secrets.token_hex(16)
        self._held[name] = message
        stand_in: dict[str, Any] = {"jsonrpc": "2.0"}
        if isinstance(message, JSONRPCResponse | JSONRPCError):
            # No request of ours has an id of that length, so the SDK will report it as unknown.
            number = message.id[:_LONGEST_ID] if isinstance(message.id, str) else message.id
            stand_in |= {"id": number, "result": {_KEY: name}}
        else:
            stand_in |= {"method": _METHOD, "params": {_KEY: name}}
        return json.dumps(stand_in).encode()

    def take(self, message: JSONRPCMessage) -> JSONRPCMessage:
        """Return and forget the message behind a stand-in. Other messages are returned as they are."""
        long = self._held.pop(_name(message), None)
        if long is None:
            return message
        if isinstance(message, JSONRPCResponse):
            # The SDK may have changed the id of the answer to a resumed request.
            return long.model_copy(update={"id": message.id})
        return long


def _name(message: JSONRPCMessage) -> str:
    values = message.result if isinstance(message, JSONRPCResponse) else getattr(message, "params", None)
    name = values.get(_KEY) if isinstance(values, dict) else None
    return name if isinstance(name, str) else ""


class RestoringStream:
    """The SDK's stream of received messages, as its sessions read it, with stand-ins replaced."""

    def __init__(self, stream: Any, long_messages: LongMessages) -> None:
        self._stream, self._long_messages = stream, long_messages

    @property
    def last_context(self) -> Any:
        """The context of the sender of the last message, which the SDK asks for."""
        return getattr(self._stream, "last_context", None)

    async def receive(self) -> SessionMessage | Exception:
        """Return the next message."""
        return self._restored(await self._stream.receive())

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        return self._restored(await self._stream.__anext__())

    async def aclose(self) -> None:
        """Close the wrapped stream."""
        await self._stream.aclose()

    async def __aenter__(self) -> Self:
        await self._stream.__aenter__()
        return self

    async def __aexit__(self, *details: Any) -> bool | None:
        handled: bool | None = await self._stream.__aexit__(*details)
        return handled

    def _restored(self, received: SessionMessage | Exception) -> SessionMessage | Exception:
        if isinstance(received, SessionMessage):
            received.message = self._long_messages.take(received.message)
        return received
