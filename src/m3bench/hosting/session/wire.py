"""Validate what a server sends. Valid messages pass; an invalid answer is replaced by an error at once.

Without this, a request with an invalid answer would wait until it times out.
"""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

import anyio.to_thread
import msgspec
from mcp_types import (
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCRequest,
    JSONRPCResponse,
    RequestId,
    jsonrpc_message_adapter,
)

from m3bench.core import MAX_DEPTH, size_of
from m3bench.core.text import shorten
from m3bench.hosting import long_json
from m3bench.hosting.long_json import AT_ONCE, LARGEST_STRING, MOST_VALUES, count_values

MAX_MESSAGE_BYTES = 64 * 2**20
MOST_BLOCKS = 1_000
"""Content blocks in one answer."""
BROKE_PROTOCOL = -39_001
"""The code of errors that replace invalid answers."""
MOST_PROGRESS = 1_000
"""Progress notifications that are passed on between two requests. Further ones are dropped unread."""
_PROGRESS = b'"notifications/progress"'
_LONGEST_PROGRESS = 2_000
_MOST_REMEMBERED = 100_000
_LONGEST_SHOWN = 60
_LONGEST_ID = 15
_LONGEST_WRITTEN = 10_000
_SALVAGED = 2_000
_LOOKED_FOR_START = 2**12
_START = re.compile(rb"\s*+[{\[]")
_ANSWER_KEYS = {"jsonrpc", "id", "result"}
_NO_MESSAGE = "printed text that is not a message"
_TOO_MANY_VALUES = f"sent a message with more than {MOST_VALUES:,} values"
_TOO_DEEP = f"sent JSON nested deeper than {MAX_DEPTH} levels"
_TOO_LARGE = f"which take more than {LARGEST_STRING // 2**20} MB of memory"
_ID = re.compile(rb'"id"\s*:\s*"?(\d{1,15})"?\s*[,}]')


class WireReading(NamedTuple):
    """The result of reading a line or an event: messages for the session, or a note for the log."""

    messages: list[JSONRPCMessage]
    note: str | None = None


async def read_message(wire: Wire, raw: bytes | bytearray) -> WireReading:
    """Call `Wire.read`, for long messages in a thread."""
    if len(raw) <= AT_ONCE:
        return wire.read(raw)
    return await anyio.to_thread.run_sync(wire.read, raw)


def parse_long(text: bytes | bytearray) -> JSONRPCMessage:
    """Parse a message of any length in pieces. Raises ValueError or RecursionError if it is not a message."""
    value = long_json.decode(text, MOST_VALUES)
    return _answer(value) or jsonrpc_message_adapter.validate_python(value, by_name=False)


class Wire:
    """Reads what one server sends, and tracks which requests it has not answered."""

    def __init__(self) -> None:
        self._open: dict[RequestId, None] = {}
        self._done: dict[RequestId, None] = {}
        self._progress_left = MOST_PROGRESS

    @property
    def is_waiting(self) -> bool:
        """Whether a request has not been answered."""
        return bool(self._open)

    def track(self, message: JSONRPCMessage) -> None:
        """Register an outgoing message."""
        if isinstance(message, JSONRPCRequest):
            self._open[_plain(message.id)] = None
            self._progress_left = MOST_PROGRESS

    def read(self, raw: bytes | bytearray) -> WireReading:
        """Return a message for the session, or errors for the requests that an invalid message leaves
        unanswered."""
        if len(raw) > AT_ONCE:
            return self._read_long(raw)
        text = raw.strip()
        if not text or self._is_too_much_progress(text):
            return WireReading([])
        if not text.startswith((b"{", b"[")):
            return WireReading([], _NO_MESSAGE)
        try:
            if count_values(text) > MOST_VALUES:
                return self.broken(_TOO_MANY_VALUES, text)
            message = _quick_answer(text) or jsonrpc_message_adapter.validate_json(text, by_name=False)
        except (ValueError, RecursionError):
            return self._diagnosed(text)
        return self._matched(message)

    def _is_too_much_progress(self, text: bytes | bytearray) -> bool:
        """Return whether a server has sent so many notifications of progress that this one is dropped."""
        if len(text) > _LONGEST_PROGRESS or _PROGRESS not in text or b'"result"' in text:
            return False
        self._progress_left -= 1
        return self._progress_left < 0

    def _read_long(self, text: bytes | bytearray) -> WireReading:
        """Read a long message in pieces: in one piece it would block all threads."""
        if not _START.match(text, 0, _LOOKED_FOR_START):
            return WireReading([], _NO_MESSAGE)
        try:
            value = long_json.decode(text, MOST_VALUES)
        except (ValueError, RecursionError) as error:
            return self._diagnosed_long(text, error)
        try:
            message = _answer(value) or jsonrpc_message_adapter.validate_python(value, by_name=False)
        except (ValueError, RecursionError):
            return self._not_a_message(value, text)
        return self._matched(message)

    def _diagnosed_long(self, text: bytes | bytearray, error: Exception) -> WireReading:
        match error:
            case long_json.TooManyValues():
                return self.broken(_TOO_MANY_VALUES, text)
            case long_json.StringTooLarge():
                return self.broken(f"sent a text of {error.args[0]:,} characters, {_TOO_LARGE}", text)
            case RecursionError():
                return self._unreadable(_TOO_DEEP, text)
        return self._unreadable(_why_unreadable(text, error), text)

    def broken(self, reason: str, text: bytes | bytearray = b"") -> WireReading:
        """Return errors for the request that the text answers, or for all open requests if that is
        unknown."""
        number = _find_id(text)
        open_ids = [number] if number is not None and number in self._open else list(self._open)
        for id_ in open_ids:
            self._close(id_)
        error = ErrorData(code=BROKE_PROTOCOL, message=reason)
        return WireReading([JSONRPCError(jsonrpc="2.0", id=id_, error=error) for id_ in open_ids], reason)

    def _matched(self, message: JSONRPCMessage) -> WireReading:
        if not isinstance(message, JSONRPCResponse | JSONRPCError):
            return WireReading([message])
        if message.id is None:
            return self.broken(f"sent an error without a request id: {_shown(message)}")
        number = _plain(message.id)
        if number in self._done:
            return WireReading([], f"answered request {message.id} twice")
        if number not in self._open:
            return self.broken(f"answered request {str(message.id)[:_LONGEST_SHOWN]!r}, which was never made")
        self._close(number)
        blocks = _blocks(message)
        if blocks > MOST_BLOCKS:
            reason = f"sent {blocks:,} content blocks; the limit is {MOST_BLOCKS:,}"
            error = ErrorData(code=BROKE_PROTOCOL, message=reason)
            return WireReading([JSONRPCError(jsonrpc="2.0", id=message.id, error=error)], reason)
        return WireReading([message])

    def _close(self, number: RequestId) -> None:
        self._open.pop(number, None)
        self._done[number] = None
        if len(self._done) > _MOST_REMEMBERED:
            del self._done[next(iter(self._done))]

    def _diagnosed(self, text: bytes | bytearray) -> WireReading:
        """Explain why a line is not a message. Text that was not meant to be one is only logged."""
        try:
            value = json.loads(text.decode())
        except UnicodeDecodeError as error:
            return self._unreadable(_not_utf8(text, error.start), text)
        except RecursionError:
            return self._unreadable(_TOO_DEEP, text)
        except ValueError as error:
            return self._unreadable(f"sent invalid JSON: {error}", text)
        return self._not_a_message(value, text)

    def _unreadable(self, reason: str, text: bytes | bytearray) -> WireReading:
        searched = text if len(text) <= AT_ONCE else text[:_SALVAGED] + text[-_SALVAGED:]
        if b'"jsonrpc"' not in searched and not isinstance(_find_id(text), int):
            return WireReading([], _NO_MESSAGE)
        return self.broken(reason, text)

    def _not_a_message(self, value: Any, text: bytes | bytearray) -> WireReading:
        if isinstance(value, list):
            if any(isinstance(item, dict) and "jsonrpc" in item for item in value):
                return self.broken(f"sent a batch of {len(value)} messages, which MCP does not support")
            return WireReading([], _NO_MESSAGE)
        if "jsonrpc" not in value and not ("id" in value and ("result" in value or "error" in value)):
            return WireReading([], _NO_MESSAGE)
        return self.broken(f"sent an invalid message: {_mistake(value)}", text)


def _quick_answer(text: bytes | bytearray) -> JSONRPCResponse | None:
    """Return a valid answer, parsed faster than the SDK does; None for anything else."""
    try:
        return _answer(msgspec.json.decode(text))
    except (ValueError, RecursionError):
        return None


def _answer(value: Any) -> JSONRPCResponse | None:
    """Return a valid answer; None for anything else."""
    if not isinstance(value, dict) or set(value) != _ANSWER_KEYS or value["jsonrpc"] != "2.0":
        return None
    if type(value["id"]) not in (int, str) or not isinstance(value["result"], dict):
        return None
    return JSONRPCResponse.model_construct(jsonrpc="2.0", id=value["id"], result=value["result"])


def _why_unreadable(text: bytes | bytearray, error: Exception) -> str:
    """Explain why a long text cannot be decoded."""
    bad = long_json.not_utf8_at(text)
    if bad is not None:
        return _not_utf8(text, bad)
    # A position would refer to the text without its long strings.
    return f"sent invalid JSON: {str(error).partition(' (byte ')[0]}"


def _not_utf8(text: bytes | bytearray, position: int) -> str:
    return f"sent a message that is not UTF-8 (byte {text[position]:#04x} at {position})"


def _mistake(message: dict[str, Any]) -> str:
    if message.get("jsonrpc") != "2.0":
        return f'its `jsonrpc` is {_json(message.get("jsonrpc"))}, not "2.0"'
    if "method" in message:
        return "its `method`, `params` or `id` has the wrong type"
    if "result" in message and not isinstance(message["result"], dict):
        return f"its result is {_json(message['result'])}, not an object"
    if isinstance(message.get("id"), bool) or not isinstance(message.get("id"), int | str):
        return f"its id is {_json(message.get('id'))}, not a number or a string"
    if "error" in message:
        return f"its error is {_json(message['error'])}, not an object with a code and a message"
    return "it has neither a result nor an error"


def _json(value: Any) -> str:
    if isinstance(value, str):
        value = value[: _LONGEST_SHOWN + 1]
    elif isinstance(value, list | dict) and size_of(value).weight > _LONGEST_WRITTEN:
        return "a long list" if isinstance(value, list) else "a long object"
    text = json.dumps(value)
    return shorten(text, _LONGEST_SHOWN)


def _plain(number: RequestId) -> RequestId:
    """Normalize an id: servers may return a number as a string, and the SDK accepts both."""
    if isinstance(number, str) and len(number) <= _LONGEST_ID and number.isascii() and number.isdecimal():
        return int(number)
    return number


def _find_id(text: bytes | bytearray) -> int | None:
    """Find the id of a message that cannot be parsed, near its start or its end."""
    match = _ID.search(text, 0, _SALVAGED) or _ID.search(text, max(0, len(text) - _SALVAGED))
    return int(match[1]) if match else None


def _blocks(message: JSONRPCResponse | JSONRPCError) -> int:
    content = message.result.get("content") if isinstance(message, JSONRPCResponse) else None
    return len(content) if isinstance(content, list) else 0


def _shown(message: JSONRPCResponse | JSONRPCError) -> str:
    return message.error.message[:_LONGEST_SHOWN] if isinstance(message, JSONRPCError) else ""
