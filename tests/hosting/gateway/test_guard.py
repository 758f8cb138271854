"""Access to a gateway without a token, in a network of the agent alone."""

from __future__ import annotations

import anyio
import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Message, Scope

from m3bench.core import AllowedHosts
from m3bench.hosting.gateway.guard import GatewayGuard


def status(token: str | None, **headers: str) -> int:
    scope: Scope = {
        "type": "http",
        "method": "GET",
        "path": "/mcp",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    statuses: list[int] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    async def send(message: Message) -> None:
        statuses.extend([message["status"]] if "status" in message else [])

    guard = GatewayGuard(PlainTextResponse("in"), token, AllowedHosts(["m3bench:8000"]))
    anyio.run(guard, scope, receive, send)
    return statuses[0]


@pytest.mark.parametrize(
    ("token", "headers", "expected"),
    [
        (None, {"host": "m3bench:8000"}, 200),
        (None, {"host": "m3bench:8000", "authorization": "Bearer any"}, 200),
        (None, {"host": "evil.example:8000"}, 421),
        (None, {"host": "m3bench:8000", "origin": "http://evil.example"}, 403),
        ("a-token-of-enough-letters", {"host": "m3bench:8000"}, 401),
        ("", {"host": "m3bench:8000"}, 401),
    ],
)
def test_only_the_token_is_not_needed(token: str | None, headers: dict[str, str], expected: int) -> None:
    assert status(token, **headers) == expected
