"""The page, served in a thread for as long as a test needs it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import anyio
import anyio.from_thread
from starlette.types import ASGIApp

from m3bench.apps.web.server import serve

TOKEN = "a-token-that-nobody-guesses"
_LONGEST_WAIT = 20.0


@contextmanager
def served(app: ASGIApp) -> Iterator[str]:
    """The address of the page; the port is free again afterwards."""
    addresses: list[str] = []
    known = threading.Event()

    def ready(address: str) -> None:
        addresses.append(address)
        known.set()

    with anyio.from_thread.start_blocking_portal() as portal:
        stop = portal.call(anyio.Event)
        done = portal.start_task_soon(partial(serve, app, TOKEN, stop, ready))
        try:
            if not known.wait(_LONGEST_WAIT):
                raise TimeoutError("the page was not served in time")
            yield addresses[0]
        finally:
            portal.call(stop.set)
            done.result(_LONGEST_WAIT)
