"""Slow and greedy clients of the HTTP services: they are closed in time, and others are served meanwhile."""

from __future__ import annotations

import itertools
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress

import msgspec
import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from m3bench.testing import open_descriptors
from tests.attacks.http_services import LIMITS, SERVICES, Service, large, length, plain, stream
from tests.hanging import HANG_SECONDS
from tests.volume import FULL

CLIENTS = 300
DRIP_SECONDS = 0.2
HEAD = b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n"
LONG_PAUSE = 1.5 * LIMITS.header_seconds


class Attack:
    """What a client sends first, and what it adds for as long as it can."""

    def __init__(self, begin: bytes, drip: bytes = b"") -> None:
        self.begin, self.drip = begin, drip


ATTACKS = {
    "nothing": Attack(b""),
    "half a request line": Attack(b"GE"),
    "blank lines": Attack(b"\r\n", b"\r\n"),
    "a header byte by byte": Attack(HEAD + b"X-Slow: ", b"a"),
    "a header line by line": Attack(HEAD, b"X-Slow: a\r\n"),
    "a body that does not come": Attack(HEAD + b"Content-Length: 100\r\n\r\n"),
    "a body byte by byte": Attack(HEAD + b"Content-Length: 100000\r\n\r\n", b"a"),
    "chunks without end": Attack(HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\na\r\n"),
    "half a chunk": Attack(HEAD + b"Transfer-Encoding: chunked\r\n\r\nffff\r\na"),
    "a trailer without end": Attack(HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\n", b"X-Slow: a\r\n"),
    "a body shorter than its length": Attack(HEAD + b"Content-Length: 5\r\n\r\nabc"),
    "a body longer than its length": Attack(HEAD + b"Content-Length: 1\r\n\r\nabc"),
    "expecting to continue": Attack(HEAD + b"Expect: 100-continue\r\nContent-Length: 9\r\n\r\n"),
    "a refused request, then silence": Attack(HEAD + b"Content-Length: 0\r\n\r\n"),
    "requests in a row, unread": Attack((HEAD + b"Content-Length: 0\r\n\r\n") * 100),
    "a header of 100 KB": Attack(HEAD + b"X-Long: " + b"a" * 100_000, b"a"),
    "10,000 headers": Attack(HEAD + b"X: a\r\n" * 10_000, b"X: a\r\n"),
}


MIXES = {"all at once": list(ATTACKS)} | ({name: [name] for name in ATTACKS} if FULL else {})


@contextmanager
def attackers(port: int, names: Sequence[str], count: int = CLIENTS) -> Iterator[None]:
    """Open connections that have begun, and drip for as long as they can. They read nothing."""
    attacks = [ATTACKS[name] for name, _ in zip(itertools.cycle(names), range(count), strict=False)]
    with ExitStack() as stack:
        clients = [(stack.enter_context(connected(port)), attack) for attack in attacks]
        for client, attack in clients:
            client.setblocking(False)
            with suppress(OSError):
                client.send(attack.begin)
        stopped = threading.Event()
        dripping = threading.Thread(target=_drip, args=(clients, stopped))
        dripping.start()
        try:
            yield
        finally:
            stopped.set()
            dripping.join()


def connected(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=HANG_SECONDS)


def _drip(clients: list[tuple[socket.socket, Attack]], stopped: threading.Event) -> None:
    while not stopped.wait(DRIP_SECONDS):
        for client, attack in clients:
            with suppress(OSError):
                client.send(attack.drip)


def answer_to(service: Service) -> bytes:
    """The first bytes that an honest client gets. On a busy machine, it may itself be too slow at first."""
    answers = [b""]

    def is_answered() -> bool:
        with suppress(OSError), connected(service.port) as client:
            client.sendall(service.request)
            answers.append(client.recv(len(service.answer)))
        return answers[-1] == service.answer

    wait_for(is_answered)
    return answers[-1]


def wait_for(condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + HANG_SECONDS
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


@pytest.fixture(scope="module", params=SERVICES)
def service(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with SERVICES[request.param](tmp_path_factory.mktemp("service")) as started:
        assert answer_to(started) == started.answer
        yield started


@pytest.mark.parametrize("mix", MIXES)
def test_slow_clients(service: Service, mix: str) -> None:
    """clients by the hundred keep a service waiting: for a header, a body, or for them to read."""
    before = len(open_descriptors())
    with attackers(service.port, MIXES[mix]):
        assert answer_to(service) == service.answer
        assert wait_for(lambda: len(open_descriptors()) <= before + CLIENTS), "a connection is open"
    assert wait_for(lambda: len(open_descriptors()) <= before)
    assert answer_to(service) == service.answer


def test_more_connections_than_allowed(service: Service) -> None:
    """clients open more connections than a service has room for."""
    before, count = len(open_descriptors()), LIMITS.connections + 50
    with attackers(service.port, ["nothing", "a header byte by byte"], count):
        assert answer_to(service) == service.answer
        assert wait_for(lambda: len(open_descriptors()) <= before + count), "a connection is open"


APP = Starlette(
    routes=[
        Route("/stream", stream),
        Route("/length", length, methods=["POST"]),
        Route("/large", large),
    ]
)


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with plain(APP) as port:
        yield port


def test_an_answer_that_nobody_reads(port: int) -> None:
    """a client asks for much and reads nothing."""
    with connected(port) as client:
        client.sendall(b"GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
        poll = select.poll()
        poll.register(client, 0)  # an error is always reported
        assert poll.poll(1000 * HANG_SECONDS), "the connection is open"


def read_all(client: socket.socket) -> bytes:
    return b"".join(iter(lambda: client.recv(1 << 20), b""))


def test_an_honest_upload_in_pieces() -> None:
    """a slow but honest client sends and reads in pieces, in all for longer than a pause may be."""
    patient = msgspec.structs.replace(LIMITS, body_seconds=60, stall_seconds=5, unread_seconds=5)
    with plain(APP, patient) as port, connected(port) as uploader, connected(port) as reader:
        reader.sendall(b"GET /large HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        uploader.sendall(
            b"POST /length HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 8\r\n\r\n"
        )
        for _ in range(8):
            time.sleep(patient.stall_seconds / 6)
            uploader.sendall(b"a")
            assert reader.recv(1 << 20)
        assert read_all(uploader).endswith(b"8")
        assert len(read_all(reader)) > 32 << 20


def test_an_honest_listener(port: int) -> None:
    """a client listens to a stream of events with pauses longer than any deadline."""
    with connected(port) as listener:
        listener.sendall(f"GET /stream?pause={LONG_PAUSE} HTTP/1.1\r\nHost: a\r\n\r\n".encode())
        heard = b""
        while not heard.endswith(b"0\r\n\r\n"):
            piece = listener.recv(4096)
            assert piece, heard
            heard += piece
        assert heard.count(b"data: ") == 2


def test_all_at_work() -> None:
    """a client beyond the limit is refused while all others are being served."""
    few = msgspec.structs.replace(LIMITS, connections=3)
    with plain(APP, few) as port, ExitStack() as stack:
        for _ in range(few.connections):
            client = stack.enter_context(connected(port))
            client.sendall(b"GET /stream?pause=1 HTTP/1.1\r\nHost: a\r\n\r\n")
            assert client.recv(9) == b"HTTP/1.1 "
        with connected(port) as refused:
            assert refused.recv(100).startswith(b"HTTP/1.1 503 ")
