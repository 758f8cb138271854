"""Deliver a line of the script over the connection."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from http import HTTPStatus
from typing import TYPE_CHECKING

from m3bench.models import Reply
from m3bench.testing.provider.lines import (
    BreakOff,
    Drip,
    Empty,
    Endless,
    FailLater,
    Garbage,
    HangUp,
    Line,
    Reset,
    Stall,
    Status,
    TooLong,
)
from m3bench.testing.provider.seen import SeenRequest
from m3bench.testing.provider.wires import Wire

if TYPE_CHECKING:
    from m3bench.testing.provider.handler import Handler

JSON = "application/json"
EVENTS = "text/event-stream"


class Delivery:
    def __init__(self, wire: Wire, seen: SeenRequest, number: int, outlet: Handler) -> None:
        self._wire, self._seen, self._number, self._outlet = wire, seen, number, outlet

    def deliver(self, line: Line) -> None:
        match line:
            case str() | Reply():
                self._outlet.send(b"".join(self._answer(line)))
            case Status() | TooLong():
                self._outlet.send(self._error(line))
            case Garbage(body):
                self._outlet.send(plain_answer(200, body.encode(), {"Content-Type": "text/html"}))
            case Empty():
                self._outlet.send(plain_answer(200, b""))
            case _:
                self._misbehave(line)

    def _misbehave(self, line: Stall | HangUp | BreakOff | Reset | FailLater | Drip | Endless) -> None:
        match line:
            case Stall(then):
                self.deliver(then) if self._outlet.stall() else self._outlet.hang_up()
            case HangUp():
                self._outlet.hang_up()
            case BreakOff(reply, share):
                head, *body = self._answer(reply)
                whole = b"".join(body)
                self._outlet.send(head + whole[: int(len(whole) * share)])
                self._outlet.hang_up()
            case Reset(reply):
                head, *body = self._answer(reply)
                self._outlet.send(head + b"".join(body)[:10])
                self._outlet.reset()
            case Endless(piece, pause):
                self._go_on(piece, pause)
            case FailLater():
                self._fail_later(line)
            case Drip(reply, pause, size):
                head, *body = self._answer(reply)
                self._drip(head, b"".join(body), pause, size)

    def _fail_later(self, line: FailLater) -> None:
        if not self._seen.stream:
            self.deliver(Status(line.code, message=line.message))
            return
        events = list(self._wire.events(_as_reply(line.reply), self._seen, self._number))
        error = self._wire.error_event(line.code, line.message)
        self._outlet.send(_stream_head() + b"".join(_chunked((*events[: len(events) // 2], error))))

    def _go_on(self, piece: bytes, pause: float) -> None:
        self._outlet.hang_up()
        self._outlet.send(head_of(200, {"Content-Type": JSON, "Transfer-Encoding": "chunked"}))
        while self._outlet.is_open():
            self._outlet.send(b"%x\r\n%b\r\n" % (len(piece), piece))
            self._outlet.pause(pause)

    def _drip(self, head: bytes, body: bytes, pause: float, size: int) -> None:
        self._outlet.send(head)
        for start in range(0, len(body), size):
            self._outlet.pause(pause)
            self._outlet.send(body[start : start + size])

    def _answer(self, line: Reply | str) -> Iterator[bytes]:
        """Yield the head, then the pieces of the body."""
        reply = _as_reply(line)
        if self._seen.stream:
            yield _stream_head()
            yield from _chunked(self._wire.events(reply, self._seen, self._number))
        else:
            body = json.dumps(self._wire.whole(reply, self._seen, self._number)).encode()
            yield head_of(200, {"Content-Type": JSON, "Content-Length": str(len(body))})
            yield body

    def _error(self, line: Status | TooLong) -> bytes:
        if isinstance(line, TooLong):
            return plain_answer(400, json.dumps(self._wire.too_long()).encode())
        return plain_answer(line.code, self._body(line), line.headers)

    def _body(self, status: Status) -> bytes:
        match status.body:
            case None:
                message = status.message or f"The script answers {status.code} {_phrase(status.code)}."
                return json.dumps(self._wire.error(status.code, message)).encode()
            case bytes():
                return status.body
            case str():
                return status.body.encode()
            case value:
                return json.dumps(value).encode()


def plain_answer(code: int, body: bytes, headers: dict[str, str] | None = None) -> bytes:
    """Return a complete response with its length; JSON unless the headers say otherwise."""
    return head_of(code, {"Content-Type": JSON, "Content-Length": str(len(body)), **(headers or {})}) + body


def head_of(code: int, headers: dict[str, str]) -> bytes:
    lines = (f"HTTP/1.1 {code} {_phrase(code)}", *(f"{name}: {value}" for name, value in headers.items()))
    return "".join(f"{line}\r\n" for line in (*lines, "")).encode("latin-1")


def _stream_head() -> bytes:
    return head_of(200, {"Content-Type": EVENTS, "Transfer-Encoding": "chunked"})


def _as_reply(line: Reply | str) -> Reply:
    return Reply(line) if isinstance(line, str) else line


def _chunked(pieces: Iterable[bytes]) -> Iterator[bytes]:
    yield from (b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces)
    yield b"0\r\n\r\n"


def _phrase(code: int) -> str:
    try:
        return HTTPStatus(code).phrase
    except ValueError:
        return "Overloaded" if code == 529 else "Unknown"
