"""A fake provider of models that answers from a script."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Iterable
from typing import Self

import anyio

from m3bench.core import HttpLimits, UsageError
from m3bench.testing.provider.connections import HOST, ProviderServer
from m3bench.testing.provider.handler import Handler, Stage
from m3bench.testing.provider.lines import Line, Script, Status
from m3bench.testing.provider.requests import WIRES
from m3bench.testing.provider.seen import SeenRequest

_POLL_SECONDS = 0.02
_CLOSE_SECONDS = 5.0
_LIMITS = HttpLimits(keep_alive_seconds=60, connections=1024)
"""Connections rest while an agent's tools work."""


class FakeProvider:
    """An HTTP server on loopback with the APIs of OpenAI, Anthropic and Google.

    A context manager, sync and async. On exit, all connections are closed and all threads have ended. `seen`
    holds the requests in order of arrival. Requests that a real provider would reject are rejected and not in
    `seen`; `refused` gives the reasons.

    Args:
        script: A function from a request to a line, or the lines in order.
        keep: Whether to keep requests in `seen`. Disable it for many requests with images.
        limits: How long clients may keep it waiting.
    """

    def __init__(
        self,
        script: Script | Iterable[Line],
        *,
        port: int = 0,
        on_seen: Callable[[SeenRequest], None] | None = None,
        keep: bool = True,
        limits: HttpLimits = _LIMITS,
    ) -> None:
        self.seen: list[SeenRequest] = []
        self.refused: list[str] = []
        self._script = script if callable(script) else _one_after_another(script)
        self._port = port
        self._on_seen = on_seen
        self._keep, self._limits = keep, limits
        self._arrived = 0
        self._stage = Stage(self._line_for, self.refused.append)
        self._arrival = threading.Condition()
        self._server: ProviderServer | None = None
        self._thread: threading.Thread | None = None

    def url(self, wire: str = "openai") -> str:
        """Return the base address for a provider's SDK: `openai`, `anthropic` or `google`."""
        if self._server is None:
            raise UsageError(
                "The fake provider is not running.", "Use it as a context manager: with FakeProvider(…)."
            )
        if wire not in WIRES:
            raise UsageError(
                f"The fake provider has no API {wire!r}.", f"Its APIs are {', '.join(sorted(WIRES))}."
            )
        return f"http://{HOST}:{self._server.server_address[1]}{WIRES[wire].base}"

    def wait_until_seen(self, count: int, seconds: float = 10.0) -> None:
        """Block until `count` requests have arrived. Raises `TimeoutError`."""
        with self._arrival:
            if not self._arrival.wait_for(lambda: self._arrived >= count, seconds):
                raise TimeoutError(f"{self._arrived} of {count} requests have arrived")

    def release(self) -> None:
        """Release stalled replies. From now on nothing stalls."""
        self._stage.released.set()

    def start(self) -> None:
        try:
            handler = functools.partial(Handler, self._stage)
            self._server = ProviderServer(self._port, handler, self._limits)
        except OSError as error:
            problem = error.strerror or type(error).__name__
            raise UsageError(
                f"Cannot listen on port {self._port}: {problem}.", "Choose another port; 0 is any free port."
            ) from None
        serve = functools.partial(self._server.serve_forever, _POLL_SECONDS)
        self._thread = threading.Thread(target=serve, name="fake provider", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop the server. Returns when all connections are closed and their threads have ended."""
        self._stage.closed.set()
        server, thread, self._server, self._thread = self._server, self._thread, None, None
        if server and thread:
            server.shutdown()
            server.end_connections(_CLOSE_SECONDS)
            server.server_close()
            thread.join(_CLOSE_SECONDS)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        with anyio.CancelScope(shield=True):
            await anyio.to_thread.run_sync(self.close)

    def _line_for(self, seen: SeenRequest) -> Line:
        with self._arrival:
            self._arrived += 1
            if self._keep:
                self.seen.append(seen)
            if self._on_seen:
                self._on_seen(seen)
            self._arrival.notify_all()
        return self._script(seen)


def _one_after_another(lines: Iterable[Line]) -> Script:
    rest, lock = iter(lines), threading.Lock()

    def script(_: SeenRequest) -> Line:
        with lock:
            return next(rest, Status(400, message="The script has no more lines."))

    return script
