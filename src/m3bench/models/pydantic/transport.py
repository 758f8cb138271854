"""An HTTP transport that limits the size of answers, also when decompressed, and watches them arrive."""

from __future__ import annotations

import json
import ssl
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from contextvars import ContextVar
from http.client import BAD_GATEWAY, BAD_REQUEST, OK
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import httpx2

from m3bench.models.exchange import holding

LARGEST_ANSWER = 64_000_000
"""Bytes. Today's longest replies, with reasoning and images, are well below."""
_BEGINNING = 1_000
"""Bytes that are searched for the error in an answer that is nothing else."""
_REPLIES = {"choices", "candidates", "content"}
"""Keys under which providers put a reply."""
_PAST_ERRORS = 600
_FEWEST_EVENTS = 8
"""Fewer may be a greeting of the server."""
_EVENT, _PING = b"data:", b'"ping"'
_OF_THE_WIRE = {"content-encoding", "content-length", "transfer-encoding"}


class ReplyProgress:
    """Counts the events of a streamed reply, without those that only keep the connection open."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._events, self._last = 0, now()

    def take(self, piece: bytes) -> None:
        events = piece.count(_EVENT) - piece.count(_PING)
        if events > 0:
            self._events += events
            self._last = self._now()

    def is_writing(self, seconds: float) -> bool:
        """Return whether the model has written until now, with no pause of as many seconds at the end."""
        return self._events >= _FEWEST_EVENTS and self._now() - self._last < seconds


_ANSWERS: ContextVar[list[bytes] | None] = ContextVar("answers", default=None)
_PROGRESS: ContextVar[ReplyProgress | None] = ContextVar("reply progress", default=None)


def kept_answers() -> AbstractContextManager[list[bytes]]:
    """Collect the bodies of all answers that arrive inside."""
    return holding(_ANSWERS, [])


def watched_reply() -> AbstractContextManager[ReplyProgress]:
    """Watch the reply that is received inside."""
    return holding(_PROGRESS, ReplyProgress())


def note_progress(piece: bytes) -> None:
    """Tell whoever watches that a piece of a reply arrived."""
    if (progress := _PROGRESS.get()) is not None:
        progress.take(piece)


class BoundedTransport(httpx2.AsyncBaseTransport):
    """Reads each answer completely, unless it is too large."""

    def __init__(self, inner: httpx2.AsyncBaseTransport, largest: int = LARGEST_ANSWER) -> None:
        self._inner, self._largest = inner, largest

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request. Raises `ReadError` if the answer is too large, and network errors."""
        response = await self._inner.handle_async_request(request)
        response.request = request
        try:
            body = await self._body(response)
        finally:
            await response.aclose()
        if (answers := _ANSWERS.get()) is not None:
            answers.append(body)
        headers = [
            (name, value) for name, value in response.headers.multi_items() if name not in _OF_THE_WIRE
        ]
        return httpx2.Response(
            _true_status(response.status_code, body),
            headers=headers,
            content=body,
            request=request,
            extensions=response.extensions,
        )

    async def aclose(self) -> None:
        await self._inner.aclose()

    async def _body(self, response: httpx2.Response) -> bytes:
        body = bytearray()
        async for chunk in response.aiter_bytes():
            body += chunk
            note_progress(chunk)
            if len(body) > self._largest:
                raise httpx2.ReadError(f"the answer exceeds {self._largest} bytes")
        return bytes(body)


def _true_status(status: int, body: bytes) -> int:
    """Return the real status: some gateways answer 200 with an error instead of a reply."""
    if status != OK or b'"error"' not in body[:_BEGINNING]:
        return status
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        return status
    if not isinstance(answer, dict) or not answer.get("error") or answer.keys() & _REPLIES:
        return status
    error = answer["error"]
    code = error.get("code") if isinstance(error, dict) else None
    return code if isinstance(code, int) and BAD_REQUEST <= code < _PAST_ERRORS else BAD_GATEWAY


def bounded_transport(address: str, certificates: ssl.SSLContext) -> BoundedTransport:
    """Create a transport to one address, through the proxy that the environment sets for it.

    It does not limit connections: wrappers around the model limit the requests in flight.
    """
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=100)
    return BoundedTransport(
        httpx2.AsyncHTTPTransport(verify=certificates, limits=limits, proxy=_proxy_for(address))
    )


def _proxy_for(address: str) -> str | None:
    parts = urlsplit(address)
    if proxy_bypass(parts.hostname or ""):
        return None
    proxies = getproxies()
    proxy = proxies.get(parts.scheme) or proxies.get("all")
    return proxy if proxy is None or "://" in proxy else f"http://{proxy}"
