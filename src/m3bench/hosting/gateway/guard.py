"""Access control for a gateway over HTTP: one client, which must have the token."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from typing import Any

from mcp_types import INVALID_REQUEST, UNSUPPORTED_PROTOCOL_VERSION
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS
from starlette.datastructures import Headers
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from m3bench.core import AllowedHosts, is_websocket_upgrade
from m3bench.hosting.gateway.session import LEASE_SECONDS, OneSession

PATH = "/mcp"
_SESSION = "mcp-session-id"
_VERSION = "mcp-protocol-version"
_LAST_EVENT = b"last-event-id"
_CHALLENGE = {"WWW-Authenticate": 'Bearer realm="m3bench gateway"'}
_UNAUTHORIZED = (
    "This gateway requires a token: send the header Authorization: Bearer TOKEN. m3bench gateway prints the "
    "token when it starts; a program started by m3bench run finds it in M3BENCH_GATEWAY_TOKEN."
)
_TAKEN = (
    "This gateway serves one client, and another session is open. Use one session for all calls, or close "
    "the other one first (DELETE with its Mcp-Session-Id)."
)
_UNKNOWN = "Unknown session, or another client has replaced it. Start with initialize."
_NO_WEBSOCKET = "This gateway uses MCP over streamable HTTP, not WebSocket. POST to /mcp instead."
_NOT_OURS = "This gateway does not serve that host name. Use the address that it printed."
_FOREIGN_PAGE = "Web pages of other sites cannot use this gateway."
_NOTHING_HERE = f"Not found. The gateway is at {PATH}."
_SESSIONLESS = "This gateway requires a session, which this protocol version does not have."


class GatewayGuard:
    """ASGI middleware around the app of one attempt."""

    def __init__(
        self,
        app: ASGIApp,
        token: str | None,
        own: AllowedHosts,
        session: OneSession | None = None,
        *,
        sessionless: bool = False,
    ) -> None:
        """Without a token (None), every client of the network is served: for networks of the agent alone.

        With `sessionless`, requests of protocol revisions without sessions pass. Then the token alone
        identifies the client, and a second one with the token is not noticed."""
        self._app, self._own, self._sessionless = app, own, sessionless
        self._token = None if token is None else token.encode()
        self._session = session or OneSession()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return  # the server is configured not to upgrade connections
        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers) or self._second_client(scope["method"], headers)
        if refusal is not None:
            await refusal(scope, receive, send)
        elif self._passes_without_session(headers):
            await self._app(scope, receive, send)
        elif _SESSION in headers:
            await self._in_session(headers[_SESSION], _without_resumption(scope), receive, send)
        else:
            await self._first_request(scope, receive, send)

    def _refusal(self, scope: Scope, headers: Headers) -> Response | None:
        if is_websocket_upgrade(headers.getlist("upgrade")):
            return _error(400, _NO_WEBSOCKET, {"Connection": "close"})
        if not self._is_own_host(scope, headers.getlist("host")):
            return _error(421, _NOT_OURS)
        if not self._own.allows_origin(headers.getlist("origin")):
            return _error(403, _FOREIGN_PAGE)
        # Before the token: a client that gets 401 looks for a login at such addresses.
        if scope["path"] != PATH:
            return _error(404, _NOTHING_HERE)
        if not self._is_token(headers.getlist("authorization")):
            return _error(401, _UNAUTHORIZED, _CHALLENGE)
        return None

    def _is_own_host(self, scope: Scope, hosts: list[str]) -> bool:
        """Accept our own hosts and the address of the connection itself, which no other site has as its
        name."""
        if self._own.allows_host(hosts):
            return True
        host, port = scope.get("server") or ("", None)
        return AllowedHosts([f"[{host}]:{port}" if ":" in host else f"{host}:{port}"]).allows_host(hosts)

    def _is_token(self, values: list[str]) -> bool:
        if self._token is None:
            return True
        if len(values) != 1:
            return False
        scheme, _, token = values[0].partition(" ")
        given = token.strip().encode("utf-8", "surrogatepass")
        return hmac.compare_digest(given, self._token) and scheme.lower() == "bearer"

    def _second_client(self, method: str, headers: Headers) -> Response | None:
        if self._passes_without_session(headers):
            return None
        version = headers.get(_VERSION)
        if version is not None and version not in HANDSHAKE_PROTOCOL_VERSIONS:
            supported = {"supported": list(HANDSHAKE_PROTOCOL_VERSIONS), "requested": version}
            return _error(400, _SESSIONLESS, code=UNSUPPORTED_PROTOCOL_VERSION, data=supported)
        if _SESSION in headers:
            return None if self._session.holds(headers[_SESSION]) else _error(404, _UNKNOWN)
        if method == "POST" and self._session.is_taken:
            return _error(409, _TAKEN, {"Retry-After": f"{LEASE_SECONDS:.0f}"})
        return None

    def _passes_without_session(self, headers: Headers) -> bool:
        version = headers.get(_VERSION)
        is_other = version is not None and version not in HANDSHAKE_PROTOCOL_VERSIONS
        return self._sessionless and is_other and _SESSION not in headers

    async def _first_request(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] < 400:
                given = Headers(raw=list(message.get("headers", ()))).get(_SESSION)
                if given is not None:
                    self._session.began(given)
            await send(message)

        if scope["method"] != "POST":
            await self._app(scope, receive, send)
            return
        with self._session.opening():
            await self._app(scope, receive, sending)

    async def _in_session(self, session: str, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            is_start = message["type"] == "http.response.start"
            if is_start and scope["method"] == "DELETE" and message["status"] < 400:
                self._session.ended(session)
            await send(message)

        with self._session.request(session, is_stream=scope["method"] == "GET"):
            await self._app(scope, receive, sending)


def _without_resumption(scope: Scope) -> Scope:
    """Return the request without ``Last-Event-ID``: no events are kept, and the SDK would not answer it."""
    kept = [(name, value) for name, value in scope["headers"] if name != _LAST_EVENT]
    return {**scope, "headers": kept}


def _error(
    status: int,
    message: str,
    headers: Mapping[str, str] | None = None,
    *,
    code: int = INVALID_REQUEST,
    data: Any = None,
) -> Response:
    """Return a JSON-RPC error with a message, which MCP clients show to people."""
    error = {"code": code, "message": message, **({} if data is None else {"data": data})}
    return JSONResponse({"jsonrpc": "2.0", "id": None, "error": error}, status, dict(headers or {}))
