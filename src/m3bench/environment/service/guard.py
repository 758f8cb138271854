"""Access control: only requests with the token, sent to an address of ours, and not by a web page."""

from __future__ import annotations

import hmac

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from m3bench.core import AllowedHosts
from m3bench.environment.service.app import json_response

_TOKEN = "Send the header Authorization: Bearer TOKEN, with the token that m3bench printed."  # noqa: S105
_HOST = "Use the address that m3bench printed, or add yours with --allow-host."


class ServiceGuard:
    """Wraps an app that clients with the token may use."""

    def __init__(self, app: ASGIApp, token: str, hosts: AllowedHosts) -> None:
        self._app, self._expected, self._hosts = app, f"Bearer {token}".encode(), hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        refusal = self._refusal(Headers(scope=scope))
        if refusal is None:
            await self._app(scope, receive, send)
            return
        status, error, hint = refusal
        await json_response({"error": error, "hint": hint}, status)(scope, receive, send)

    def _refusal(self, headers: Headers) -> tuple[int, str, str] | None:
        if not self._hosts.allows_host(headers.getlist("host")):
            return 403, "This service is not served under that name.", _HOST
        if headers.getlist("origin"):
            return 403, "Web pages cannot use this service.", "Use it from a program."
        given = headers.get("authorization", "").encode("utf-8", "surrogatepass")
        if not hmac.compare_digest(given, self._expected):
            return 401, "The token is missing or wrong.", _TOKEN
        return None
