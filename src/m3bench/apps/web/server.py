"""Serve a page on a local port."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable

import anyio
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from m3bench.core import AllowedHosts, HttpLimits, is_websocket_upgrade
from m3bench.http_server import listen_on, serving

_LOOPBACK = "127.0.0.1"


async def serve(
    app: ASGIApp,
    token: str,
    stop: anyio.Event,
    ready: Callable[[str], None],
    port: int = 0,
    *,
    limits: HttpLimits | None = None,
) -> None:
    """Serve until `stop` is set. `ready` is called with the address once the server listens."""
    with listen_on(_LOOPBACK, port, "Choose another one with --port. 0 takes any free port.") as listener:
        bound_port = listener.getsockname()[1]
        async with serving(Guard(app, token, bound_port), listener, limits):
            ready(f"http://{_LOOPBACK}:{bound_port}/{token}/")
            await stop.wait()


_OWN_SITE = ("same-origin", "none")
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; "
        "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Guard:
    """Wraps an app whose paths all begin with the token.

    ``Host`` must be ours, because a foreign site could point its own name at this machine (DNS rebinding).
    ``Origin`` and ``Sec-Fetch-Site`` must not be foreign, because any open page could send requests.
    """

    def __init__(self, app: ASGIApp, token: str, port: int) -> None:
        self._app = app
        self._token = token
        self._own = AllowedHosts(f"{name}:{port}" for name in ("127.0.0.1", "localhost"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        refusal = self._refusal(scope["path"], Headers(scope=scope), scope["method"])
        guarded = _with_headers(send, _HEADERS.items())
        if refusal is None:
            await self._app(scope, receive, guarded)
        else:
            await PlainTextResponse(refusal, 403)(scope, receive, guarded)

    def _refusal(self, path: str, headers: Headers, method: str) -> str | None:
        if is_websocket_upgrade(headers.getlist("upgrade")):
            return "This page is served over HTTP, not over WebSocket."
        if not self._own.allows_host(headers.getlist("host")):
            return "This page is served under 127.0.0.1 only."
        if not self._own.allows_origin(headers.getlist("origin")):
            return "Requests from other sites are refused."
        if path.count("/") < 2 or not secrets.compare_digest(
            path.split("/")[1].encode("utf-8", "surrogatepass"), self._token.encode()
        ):
            return "The address is not complete. Copy the address that m3bench printed."
        # The start page may be opened from a link elsewhere; all other requests come from the page.
        is_start = method == "GET" and path == f"/{self._token}/"
        if not is_start and headers.get("sec-fetch-site", "none") not in _OWN_SITE:
            return "Requests from other sites are refused."
        return None


def _with_headers(send: Send, added: Iterable[tuple[str, str]]) -> Send:
    extra = [(name.lower().encode(), value.encode()) for name, value in added]

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), *extra]}
        await send(message)

    return send_with_headers
