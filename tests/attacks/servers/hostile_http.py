"""A server over streamable HTTP, written on bare sockets. What it does to a tool call is named by the tool.

`hostile_http.py [ATTACK]`: with an attack, the handshake itself is attacked. Prints its port.
"""

from __future__ import annotations

import gzip
import itertools
import json
import socket
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from typing import Any

from tests.attacks.servers import hostile_stdio, long_messages

Send = Callable[[bytes], None]
hostile_stdio.ATTACKS.update(long_messages.ALL)


def head(kind: str, *more: str, status: str = "200 OK", length: int | None = None) -> bytes:
    lines = [f"HTTP/1.1 {status}", f"Content-Type: {kind}", "Connection: close", *more]
    lines += [] if length is None else [f"Content-Length: {length}"]
    return "\r\n".join([*lines, "", ""]).encode()


def whole(body: bytes, *more: str, kind: str = "application/json", status: str = "200 OK") -> bytes:
    return head(kind, *more, status=status, length=len(body)) + body


def good(number: int, words: str = "fine") -> bytes:
    return hostile_stdio.result(number, [hostile_stdio.text(words)])


def gzip_bomb(number: int, send: Send) -> None:
    """Send a gigabyte of spaces, compressed to a megabyte."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    packed = packer.compress(b'{"jsonrpc":"2.0","id":%d,"result":{"x":"' % number)
    packed += packer.flush(zlib.Z_FULL_FLUSH)
    megabyte = packer.compress(b" " * 2**20) + packer.flush(zlib.Z_FULL_FLUSH)
    packed += megabyte * 1_000
    send(whole(packed, "Content-Encoding: gzip"))


def drip(number: int, send: Send) -> None:
    body = good(number)
    send(head("application/json", length=len(body)))
    for index in range(len(body)):
        send(body[index : index + 1])
        time.sleep(0.2)


def drip_event(number: int, send: Send) -> None:
    send(head("text/event-stream"))
    for byte in b"data: " + good(number) + b"\n\n":
        send(bytes([byte]))
        time.sleep(0.2)


def endless_events(number: int, send: Send) -> None:
    send(head("text/event-stream"))
    note = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "x"}}
    event = b"data: " + json.dumps(note).encode() + b"\n\n"
    while True:
        send(event * 100)


def endless_event(number: int, send: Send) -> None:
    send(head("text/event-stream") + b"data: ")
    while True:
        send(b"x" * 2**20)


def endless_body(number: int, send: Send) -> None:
    send(head("application/json") + b'{"jsonrpc":"2.0","id":1,"result":{"x":"')
    while True:
        send(b"x" * 2**20)


def impatient(number: int, send: Send) -> None:
    """End every stream at once, and request an immediate retry."""
    send(head("text/event-stream") + b"id: 1\nretry: 0\ndata: \n\n")


def events(*bodies: bytes) -> bytes:
    return head("text/event-stream") + b"".join(b"data: " + body + b"\n\n" for body in bodies)


def broken(name: str) -> Callable[[int, Send], None]:
    return lambda number, send: send(whole(hostile_stdio.ATTACKS[name](number)[0]))


def broken_event(name: str) -> Callable[[int, Send], None]:
    return lambda number, send: send(events(*hostile_stdio.ATTACKS[name](number)))


def many_lines(number: int, send: Send) -> None:
    """Send an event of ten million lines."""
    send(head("text/event-stream") + b"data:\n" * 10_000_000 + b"data:" + good(number) + b"\n\n")


def failure(number: int, send: Send) -> None:
    send(whole(hostile_stdio.ATTACKS["long_refusal"](number)[0], status="400 Bad Request"))


ELSEWHERE = "Location: http://localhost:9/mcp"
ATTACKS: dict[str, Callable[[int, Send], None]] = {
    "fine": lambda n, send: send(whole(good(n))),
    "fine_event": lambda n, send: send(events(good(n))),
    "fine_gzip": lambda n, send: send(whole(gzip.compress(good(n)), "Content-Encoding: gzip")),
    "large_event": lambda n, send: send(events(good(n, "x" * 5_000_000))),
    "gzip_bomb": gzip_bomb,
    "broken_gzip": lambda n, send: send(whole(b"\x1f\x8b nothing", "Content-Encoding: gzip")),
    "brotli": lambda n, send: send(whole(b"\x0b\x02\x80", "Content-Encoding: br")),
    "declared_huge": lambda n, send: send(head("application/json", length=10**12) + b"{"),
    "endless_body": endless_body,
    "endless_event": endless_event,
    "endless_events": endless_events,
    "impatient": impatient,
    "drip": drip,
    "drip_event": drip_event,
    "many_headers": lambda n, send: send(whole(good(n), *(f"X-{i}: y" for i in range(1_000)))),
    "large_headers": lambda n, send: send(whole(good(n), f"X: {'y' * 60_000}")),
    "huge_headers": lambda n, send: send(whole(good(n), *(f"X{i}: {'y' * 50_000}" for i in range(100)))),
    "redirect_elsewhere": lambda n, send: send(whole(b"", ELSEWHERE, status="307 Temporary Redirect")),
    "redirect_loop": lambda n, send: send(whole(b"", "Location: /mcp", status="307 Temporary Redirect")),
    "redirect_to_file": lambda n, send: send(
        whole(b"", "Location: file:///etc/passwd", status="307 Temporary Redirect")
    ),
    "web_page": lambda n, send: send(whole(b"<html>hello</html>", kind="text/html")),
    "page_as_json": lambda n, send: send(whole(b"<html>hello</html>")),
    "empty": lambda n, send: send(whole(b"")),
    "accepted": lambda n, send: send(whole(b"", status="202 Accepted")),
    "no_http": lambda n, send: send(b"220 mail.example ESMTP\r\n"),
    "cut_body": lambda n, send: send(head("application/json", length=5_000) + b'{"jsonrpc":'),
    "hang_up": lambda n, send: None,
    "event_cut": lambda n, send: send(head("text/event-stream") + b'data: {"jsonrpc":'),
    "event_page": lambda n, send: send(events(b"<html>")),
    **{name: broken(name) for name in ("invalid_utf8", "deep_json", "null_result", "many_blocks", "batch")},
    **{name: broken(name) for name in ("string_id", "unasked_id", "many_values", "too_large")},
    **{name: broken(name) for name in long_messages.ALL},
    **{f"event_{name}": broken_event(name) for name in long_messages.ALL},
    "event_many_lines": many_lines,
    "failure": failure,
    **{
        f"event_{name}": broken_event(name) for name in ("invalid_utf8", "null_result", "unasked_id", "batch")
    },
}


def requests(connection: socket.socket) -> Iterator[tuple[str, bytes]]:
    with connection, connection.makefile("rb") as stream:
        while line := stream.readline():
            method = line.split(b" ")[0].decode()
            size = 0
            while (header := stream.readline()) not in (b"\r\n", b""):
                name, _, value = header.partition(b":")
                size = int(value) if name.lower() == b"content-length" else size
            yield method, stream.read(size)


def serve(connection: socket.socket, handshake: str | None) -> None:
    try:
        for method, body in requests(connection):
            if method != "POST":
                connection.sendall(whole(b"", status="405 Method Not Allowed"))
                return
            request = json.loads(body)
            if "id" not in request:
                connection.sendall(whole(b"", status="202 Accepted"))
            elif request["method"] == "tools/call" or handshake:
                name = handshake or request["params"]["name"]
                ATTACKS[name](request["id"], connection.sendall)
            else:
                connection.sendall(whole(respond(request)))
            return
    except OSError:
        return


def respond(request: dict[str, Any]) -> bytes:
    if request["method"] == "tools/list":
        tools = [{"name": name, "inputSchema": {"type": "object"}} for name in ATTACKS]
        return json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": {"tools": tools}}).encode()
    return hostile_stdio.answers(request)[0]


def main() -> None:
    handshake = next(itertools.islice(sys.argv, 1, None), None)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        print(listener.getsockname()[1], flush=True)
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=serve, args=(connection, handshake), daemon=True).start()


if __name__ == "__main__":
    main()
