"""Who may speak to the page: whoever has the address, from a page that we served, and nobody else."""

from __future__ import annotations

import secrets
from collections.abc import Iterable

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from m3bench.core import AllowedHosts, is_websocket_upgrade

_OWN_SITE = ("same-origin", "none")
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Guard:
    """Wraps an app whose addresses all begin with the token.

    The name in ``Host`` must be ours, or a foreign site could reach us by a name of its own for this machine;
    ``Origin`` and ``Sec-Fetch-Site`` must not be foreign, or any open page could ask in our name.
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
            return "This page is served over HTTP, and not over WebSocket."
        if not self._own.allows_host(headers.getlist("host")):
            return "This page is served under 127.0.0.1 only."
        if not self._own.allows_origin(headers.getlist("origin")):
            return "Another page may not ask for this."
        if path.count("/") < 2 or not secrets.compare_digest(
            path.split("/")[1].encode("utf-8", "surrogatepass"), self._token.encode()
        ):
            return "The address is not complete: take it from where m3bench printed it."
        # The way in may be a link somewhere; what the page itself asks for comes from the page.
        way_in = method == "GET" and path == f"/{self._token}/"
        if not way_in and headers.get("sec-fetch-site", "none") not in _OWN_SITE:
            return "Another page may not ask for this."
        return None


def _with_headers(send: Send, added: Iterable[tuple[str, str]]) -> Send:
    extra = [(name.lower().encode(), value.encode()) for name, value in added]

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), *extra]}
        await send(message)

    return sending
