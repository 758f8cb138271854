"""The HTTP client for remote servers, with the same limits as over stdio.

A response that exceeds a limit or breaks the protocol is replaced by a JSON-RPC error that says so. An
exception would end the whole connection inside the SDK, or leave a call waiting until it times out.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Any

import anyio
import anyio.to_thread
import httpx2
from mcp_types import ErrorData, JSONRPCError, JSONRPCRequest, RequestId, jsonrpc_message_adapter

from m3bench.hosting.long_json import AT_ONCE
from m3bench.hosting.session.http_bodies import (
    BrokenBody,
    Event,
    EventSplitter,
    in_pieces,
    unpacked,
    whole_body,
)
from m3bench.hosting.session.long_messages import LongMessages
from m3bench.hosting.session.wire import BROKE_PROTOCOL, MAX_MESSAGE_BYTES, Wire, parse_long, read_message

MOST_HEADERS = 100
MOST_HEADER_BYTES = 32 * 2**10
MOST_REDIRECTS = 3
MOST_EVENTS = 3_000
"""Before the answer to a request."""
LONGEST_BODY_SECONDS = 30.0
"""From the first to the last byte of a message."""
_CONNECT_SECONDS = 30.0
_SLACK_SECONDS = 5.0
_MOST_RESUMPTIONS = 100
_LEAST_RETRY = 100
"""Milliseconds."""
_SESSION = re.compile(r"[\x21-\x7e]{1,1024}")
_LONGEST_REASON = 200
_JSON, _EVENTS = "application/json", "text/event-stream"


class BoundedClient(httpx2.AsyncClient):
    """The client of one server."""

    def __init__(self, headers: dict[str, str], seconds: float, waiting: float = 0.0) -> None:
        """`seconds` is the time limit of a call, in which the server may be `waiting` for us besides."""
        super().__init__(
            headers={**headers, "accept-encoding": "identity"},
            timeout=httpx2.Timeout(_CONNECT_SECONDS, read=seconds + waiting + _SLACK_SECONDS),
            max_redirects=MOST_REDIRECTS,
        )
        self._seconds = seconds + waiting
        self._body_seconds = min(seconds, LONGEST_BODY_SECONDS)
        self._resumptions = 0
        self.long_messages = LongMessages()

    async def send(self, request: httpx2.Request, **options: Any) -> httpx2.Response:
        """Send a request. The response is within limits, and reading its body never raises."""
        rpc = await _rpc_request(request)
        if "last-event-id" in request.headers:
            self._resumptions += 1
            if self._resumptions > _MOST_RESUMPTIONS:
                return httpx2.Response(405, request=request)
        if request.method == "GET":
            # Messages that the server sends on its own: their number is not limited, their sizes are.
            response = await super().send(request, **options)
            return _with_body(response, stream=self._events(response, None, None))
        try:
            return await self._answered(await super().send(request, **options), rpc)
        except BrokenBody as problem:
            return _in_place(request, rpc, str(problem))
        except httpx2.RequestError as error:
            return _in_place(request, rpc, f"is unreachable: {_reason(error)}")

    async def _answered(self, response: httpx2.Response, rpc: JSONRPCRequest | None) -> httpx2.Response:
        kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        try:
            _require_plain_headers(response)
            if rpc is not None and response.is_success and kind == _EVENTS:
                return _with_body(response, stream=self._events(response, rpc, self._seconds))
            body = await self._body(response)
            await response.aclose()
        except BaseException:
            with anyio.CancelScope(shield=True):
                await response.aclose()
            raise
        if rpc is not None and response.is_success and response.status_code != httpx2.codes.ACCEPTED:
            _require(kind == _JSON, f"sent content type {kind or 'none'}, expected JSON or an event stream")
            return _with_body(response, content=await self._checked(rpc, body))
        # The SDK parses the body of an error in one piece, so it must be short.
        return _with_body(response, content=bytes(body) if len(body) <= AT_ONCE else b"")

    async def _checked(self, rpc: JSONRPCRequest, body: bytearray) -> bytes:
        """Return the body if it answers the request; a short stand-in if it is long."""
        wire = Wire()
        wire.track(rpc)
        reading = await read_message(wire, body)
        if reading.note:
            raise BrokenBody(reading.note)
        _require(bool(reading.messages), "sent an empty response")
        return bytes(body) if len(body) <= AT_ONCE else self.long_messages.put(reading.messages[0])

    def _events(
        self, response: httpx2.Response, rpc: JSONRPCRequest | None, seconds: float | None
    ) -> _Events:
        return _Events(response, rpc, seconds, self._body_seconds, self.long_messages)

    async def _body(self, response: httpx2.Response) -> bytearray:
        declared = response.headers.get("content-length", "0")
        is_large = declared.isdecimal() and len(declared) < 20 and int(declared) > MAX_MESSAGE_BYTES
        _require(not is_large, f"sent a message larger than {MAX_MESSAGE_BYTES // 2**20} MB")
        async with aclosing(_raw(response)) as chunks:
            return await whole_body(chunks, self._body_seconds)


class _Events(httpx2.AsyncByteStream):
    """Passes events on one by one. The stream for a request ends with its answer or with an error."""

    def __init__(
        self,
        response: httpx2.Response,
        rpc: JSONRPCRequest | None,
        seconds: float | None,
        event_seconds: float,
        long_messages: LongMessages,
    ) -> None:
        self._response = response
        self._rpc_request = rpc
        self._wire = Wire()
        if rpc is not None:
            self._wire.track(rpc)
        self._seconds, self._event_seconds = seconds, event_seconds
        self._long_messages = long_messages
        self._splitter = EventSplitter()
        self._is_answered = rpc is None

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            async with aclosing(self._events()) as events:
                async for event in events:
                    yield event
        except BrokenBody as problem:
            yield self._error_event(str(problem))
        except httpx2.RequestError as error:
            yield self._error_event(f"aborted its response: {_reason(error)}")

    async def aclose(self) -> None:
        """Close the underlying response."""
        await self._response.aclose()

    def _error_event(self, reason: str) -> bytes:
        if self._rpc_request is None or self._is_answered:
            return b""
        return b"data: " + _error(self._rpc_request.id, reason) + b"\n\n"

    async def _events(self) -> AsyncGenerator[bytes, None]:
        seen = 0
        async with aclosing(self._chunks()) as chunks:
            async for piece in in_pieces(chunks):
                for event in self._splitter.feed(piece):
                    seen += 1
                    if self._rpc_request is not None:
                        _require(seen <= MOST_EVENTS, f"sent {MOST_EVENTS:,} events without an answer")
                    yield await self._passed(event)

    async def _chunks(self) -> AsyncGenerator[bytes, None]:
        """Yield the body. Events must be completed in time, and so must the answer to a request."""
        end = None if self._seconds is None else anyio.current_time() + self._seconds + _SLACK_SECONDS
        begun: float | None = None
        async with aclosing(_raw(self._response)) as chunks:
            while True:
                limits = [] if end is None else [end]
                limits += [] if begun is None else [begun + self._event_seconds]
                with anyio.move_on_at(min(limits)) if limits else anyio.CancelScope() as scope:
                    try:
                        chunk = await anext(chunks)
                    except StopAsyncIteration:
                        return
                _require(
                    not scope.cancelled_caught,
                    f"did not complete its response within {self._event_seconds:g} s",
                )
                yield chunk
                if not self._splitter.has_begun:
                    begun = None
                elif begun is None:
                    begun = anyio.current_time()

    async def _passed(self, event: Event) -> bytes:
        retry = event.fields.get(b"retry")
        if retry is not None and not _is_allowed_retry(retry):
            del event.fields[b"retry"]
        if event.kind != b"message" or not event.data:
            return event.written(event.data if len(event.data) <= AT_ONCE else b"")
        return event.written(await self._message(event.data))

    async def _message(self, data: bytearray) -> bytes | bytearray:
        """Return the data of an event; a short stand-in if it is long."""
        if self._rpc_request is None:
            return data if len(data) <= AT_ONCE else await self._unasked(data)
        reading = await read_message(self._wire, data)
        if reading.note:
            raise BrokenBody(reading.note)
        self._is_answered = not self._wire.is_waiting
        if len(data) <= AT_ONCE or not reading.messages:
            return data
        return self._long_messages.put(reading.messages[0])

    async def _unasked(self, data: bytearray) -> bytes:
        """Return a long message that answers no request of this stream. An invalid one is dropped."""
        try:
            message = await anyio.to_thread.run_sync(parse_long, data)
        except (ValueError, RecursionError):
            return b""
        return self._long_messages.put(message)


def _reason(error: httpx2.RequestError) -> str:
    return str(error)[:_LONGEST_REASON] or type(error).__name__


def _is_allowed_retry(wanted: bytes) -> bool:
    """Return whether a `retry` field asks for a delay. Immediate reconnects are not allowed."""
    return wanted.isdigit() and len(wanted) < 7 and int(wanted) >= _LEAST_RETRY


def _raw(response: httpx2.Response) -> AsyncGenerator[bytes, None]:
    return unpacked(response.aiter_raw(), response.headers.get("content-encoding", ""))


async def _rpc_request(request: httpx2.Request) -> JSONRPCRequest | None:
    """Return the JSON-RPC request that an HTTP request carries."""
    if request.method != "POST":
        return None
    message = jsonrpc_message_adapter.validate_json(await request.aread())
    return message if isinstance(message, JSONRPCRequest) else None


def _require(is_met: bool, otherwise: str) -> None:
    if not is_met:
        raise BrokenBody(otherwise)


def _require_plain_headers(response: httpx2.Response) -> None:
    pairs = response.headers.raw
    size = sum(len(name) + len(value) for name, value in pairs)
    _require(len(pairs) <= MOST_HEADERS, f"sent {len(pairs):,} headers; the limit is {MOST_HEADERS}")
    _require(size <= MOST_HEADER_BYTES, f"sent {size:,} bytes of headers; the limit is {MOST_HEADER_BYTES:,}")
    session = response.headers.get("mcp-session-id")
    _require(
        session is None or bool(_SESSION.fullmatch(session)),
        "sent a session id with invalid characters or length",
    )


def _with_body(response: httpx2.Response, **body: Any) -> httpx2.Response:
    """Return the response with another, uncompressed body."""
    dropped = ("content-encoding", "content-length", "transfer-encoding")
    headers = [(name, value) for name, value in response.headers.multi_items() if name not in dropped]
    made = httpx2.Response(response.status_code, headers=headers, request=response.request, **body)
    made.next_request = response.next_request
    return made


def _in_place(request: httpx2.Request, rpc: JSONRPCRequest | None, reason: str) -> httpx2.Response:
    """Return our own response in place of an invalid one. A notification needs none."""
    if rpc is None:
        return httpx2.Response(httpx2.codes.ACCEPTED, request=request)
    headers = {"content-type": _JSON}
    return httpx2.Response(200, headers=headers, content=_error(rpc.id, reason), request=request)


def _error(number: RequestId, reason: str) -> bytes:
    error = JSONRPCError(jsonrpc="2.0", id=number, error=ErrorData(code=BROKE_PROTOCOL, message=reason))
    return json.dumps(error.model_dump(by_alias=True, exclude_none=True)).encode()
