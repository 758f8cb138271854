"""One connection to the fake provider."""

from __future__ import annotations

import itertools
import json
import select
import socket
import struct
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
from io import BufferedReader
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from m3bench.testing.provider.delivery import Delivery, plain_answer
from m3bench.testing.provider.lines import Line, Script, Status
from m3bench.testing.provider.requests import InvalidRequest, read_seen, wire_of
from m3bench.testing.provider.seen import SeenRequest
from m3bench.testing.provider.waiting import Waiting

if TYPE_CHECKING:
    import socketserver

MAX_BODY = 256 * 1024 * 1024
_POLL_SECONDS = 0.05


class Stage:
    """State that all connections share."""

    def __init__(self, line_for: Script, refuse: Callable[[str], None]) -> None:
        self.line_for, self.refuse = line_for, refuse
        self.released, self.closed = threading.Event(), threading.Event()
        self._numbers = itertools.count(1)

    def number(self) -> int:
        return next(self._numbers)


class Handler(BaseHTTPRequestHandler):
    """Reads requests and delivers the script's lines, until the client disconnects."""

    protocol_version = "HTTP/1.1"
    connection: socket.socket
    rfile: BufferedReader

    def __init__(
        self,
        stage: Stage,
        waiting: Waiting,
        request: socket.socket,
        address: object,
        server: socketserver.BaseServer,
    ):
        self._stage, self._waiting = stage, waiting
        super().__init__(request, address, server)

    def setup(self) -> None:
        super().setup()
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def handle(self) -> None:
        try:
            super().handle()
        except OSError:
            self.close_connection = True  # the client disconnected, or the server ended

    def handle_one_request(self) -> None:
        self._waiting.for_request()
        if not self.rfile.peek(1):
            self.close_connection = True
            return
        self._waiting.for_header()
        super().handle_one_request()

    def parse_request(self) -> bool:
        is_valid = super().parse_request()
        self._waiting.for_nothing()
        return is_valid

    def do_GET(self) -> None:
        self._refuse(404, f"GET {urlsplit(self.path).path} is not supported.")

    def do_POST(self) -> None:
        data = self._body()
        if data is None:
            return
        path = urlsplit(self.path).path
        wire = wire_of(path)
        if wire is None:
            self._refuse(404, f"{path} is not a path of a supported API.")
            return
        try:
            seen = read_seen(wire, path, self.headers.items(), data)
        except InvalidRequest as error:
            self._stage.refuse(str(error))
            self.send(plain_answer(400, json.dumps(wire.error(400, str(error))).encode()))
            return
        Delivery(wire, seen, self._stage.number(), self).deliver(self._line(seen))

    def _line(self, seen: SeenRequest) -> Line:
        try:
            return self._stage.line_for(seen)
        except Exception as error:  # noqa: BLE001 - the script is someone's code: who asked learns of it
            return Status(400, message=f"The script failed: {type(error).__name__}: {error}")

    def _body(self) -> bytes | None:
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal():
            self.hang_up()
            self._refuse(411, "Content-Length is required.")
        elif int(length) > MAX_BODY:
            self.hang_up()
            self._refuse(413, f"The body exceeds {MAX_BODY} bytes.")
        else:
            return self._whole_body(int(length))
        return None

    def _whole_body(self, length: int) -> bytes | None:
        data = bytearray()
        self._waiting.for_body()
        while len(data) < length:
            piece = self.rfile.read1(length - len(data))
            if not piece:
                self.hang_up()
                return None
            data += piece
            self._waiting.for_piece()
        self._waiting.for_nothing()
        return bytes(data)

    def _refuse(self, code: int, message: str) -> None:
        self.send(plain_answer(code, json.dumps({"error": {"message": message}}).encode()))

    def send(self, data: bytes) -> None:
        """Send without buffering."""
        self._waiting.for_reader()
        self.wfile.write(data)
        self._waiting.for_nothing()

    def pause(self, seconds: float) -> None:
        """Wait; shorter if the server ends."""
        self._stage.closed.wait(seconds)

    def stall(self) -> bool:
        """Wait until released. Returns False if the server ends or the client disconnects first."""
        while not self._stage.released.wait(_POLL_SECONDS):
            if self._stage.closed.is_set() or self._client_left():
                return False
        return True

    def hang_up(self) -> None:
        """Close the connection after what was sent."""
        self.close_connection = True

    def reset(self) -> None:
        """Reset the connection now: closing without linger sends a reset instead of an end."""
        self.hang_up()
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    def is_open(self) -> bool:
        """Return whether the server is running and the client is connected."""
        return not self._stage.closed.is_set() and not self._client_left()

    def _client_left(self) -> bool:
        readable, _, _ = select.select([self.connection], [], [], 0)
        return bool(readable) and not self.connection.recv(1, socket.MSG_PEEK)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
        """Print nothing. The provider records what arrives."""
