"""The HTTP API of a service: tasks, sessions, reset, step, state."""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from m3bench.core import AllowedHosts, M3BenchError, UsageError
from m3bench.environment.episode import EpisodeOver
from m3bench.environment.service.sessions import SessionBusy, Sessions, TooManySessions, UnknownSession
from m3bench.environment.shared_servers import ServersUnavailable

MAX_BODY_BYTES = 8 << 20
Handler = Callable[[Request], Awaitable[Response]]


class TooLarge(UsageError):
    """A request has more bytes than are read."""


_STATUSES: tuple[tuple[type[M3BenchError], int], ...] = (
    (TooLarge, 413),
    (UnknownSession, 404),
    (TooManySessions, 429),
    (SessionBusy, 409),
    (EpisodeOver, 409),
    (ServersUnavailable, 503),
    (UsageError, 400),
)


class ResetBody(msgspec.Struct):
    """The body of a reset."""

    task: str | None = None
    seed: int = 0


def make_app(sessions: Sessions) -> Starlette:
    """Return the app of one process."""
    api = _Api(sessions)
    routes = (
        ("GET", "/health", api.health),
        ("GET", "/tasks", api.tasks),
        ("POST", "/sessions", api.open),
        ("GET", "/sessions/{session}", api.state),
        ("DELETE", "/sessions/{session}", api.close),
        ("POST", "/sessions/{session}/reset", api.reset),
        ("POST", "/sessions/{session}/step", api.step),
    )
    return Starlette(routes=[Route(path, _answered(work), methods=[method]) for method, path, work in routes])


class _Api:
    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions

    async def health(self, _: Request) -> Any:
        shared = self._sessions.shared
        return {"suite": shared.name, "tasks": len(shared.tasks), "sessions": len(self._sessions)}

    async def tasks(self, _: Request) -> Any:
        shared = self._sessions.shared
        tasks = shared.tasks.values()
        listed = [{"id": task.id, "family": task.family, "servers": task.servers} for task in tasks]
        return {"suite": shared.name, "tasks": listed}

    async def open(self, _: Request) -> Any:
        return {"session": self._sessions.open()}

    async def state(self, request: Request) -> Any:
        return self._sessions.get(request.path_params["session"]).state()

    async def close(self, request: Request) -> Any:
        await self._sessions.close(request.path_params["session"])
        return {"closed": True}

    async def reset(self, request: Request) -> Any:
        session = self._sessions.get(request.path_params["session"])
        try:
            body = msgspec.convert(await _json(request), ResetBody)
        except msgspec.ValidationError as error:
            hint = 'Send {"task": ID, "seed": 0}.'
            raise UsageError(f"The body cannot be used: {error}.", hint) from None
        return {"observation": await session.reset(body.task, body.seed)}

    async def step(self, request: Request) -> Any:
        session = self._sessions.get(request.path_params["session"])
        body = await _json(request)
        if not isinstance(body, dict) or "action" not in body:
            raise UsageError("The body has no action.", 'Send {"action": MESSAGE}.')
        return (await session.step(body["action"]))._asdict()


def _answered(work: Callable[[Request], Awaitable[Any]]) -> Handler:
    """Return a handler that sends what the work returns, or its error, as JSON."""

    async def handle(request: Request) -> Response:
        try:
            return json_response(await work(request))
        except M3BenchError as error:
            return error_response(error)

    return handle


def json_response(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def error_response(error: M3BenchError) -> Response:
    """Return an error as JSON: what is wrong, and what to do."""
    status = next((code for kind, code in _STATUSES if isinstance(error, kind)), 500)
    return json_response({"error": error.message, "hint": error.hint}, status)


async def _json(request: Request) -> Any:
    body = await read_body(request)
    try:
        return msgspec.json.decode(body) if body else {}
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise UsageError(f"The body is not JSON: {error}.", "Send a JSON object.") from None


async def read_body(request: Request) -> bytes:
    """Read the body of a request. Raise `TooLarge` if it has too many bytes."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MAX_BODY_BYTES:
            raise TooLarge(f"The request has more than {MAX_BODY_BYTES:,} bytes.", "Send less.")
    return bytes(body)


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
