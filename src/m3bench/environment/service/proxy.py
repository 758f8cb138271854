"""Share sessions among worker processes. The id of a session begins with the number of its worker."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import httpx2
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from m3bench.core import M3BenchError
from m3bench.environment.service.app import error_response, json_response, read_body
from m3bench.environment.service.sessions import UnknownSession

_METHODS = ["GET", "POST", "DELETE"]


class WorkerLost(M3BenchError):
    """A worker process does not answer."""


def make_proxy(workers: Sequence[httpx2.AsyncClient]) -> Starlette:
    """Return the app that passes requests on to workers."""
    proxy = _Proxy(workers)
    return Starlette(
        routes=[
            Route("/health", proxy.health, methods=["GET"]),
            Route("/tasks", proxy.tasks, methods=["GET"]),
            Route("/sessions", proxy.open, methods=["POST"]),
            Route("/sessions/{session}", proxy.forward, methods=_METHODS),
            Route("/sessions/{session}/{verb}", proxy.forward, methods=_METHODS),
        ]
    )


class _Proxy:
    def __init__(self, workers: Sequence[httpx2.AsyncClient]) -> None:
        self._workers, self._turns = workers, itertools.cycle(range(len(workers)))

    async def health(self, _: Request) -> Response:
        count = len(self._workers)
        try:
            states = [(await self._send(index, "GET", "/health")).json() for index in range(count)]
        except WorkerLost as error:
            return error_response(error)
        sessions = sum(state["sessions"] for state in states)
        return json_response({**states[0], "sessions": sessions, "workers": count})

    async def tasks(self, _: Request) -> Response:
        return await self._passed(0, "GET", "/tasks")

    async def open(self, _: Request) -> Response:
        return await self._passed(next(self._turns), "POST", "/sessions")

    async def forward(self, request: Request) -> Response:
        number = request.path_params["session"].partition("-")[0]
        if not number.isdecimal() or int(number) >= len(self._workers) or len(number) > 4:
            return error_response(UnknownSession("There is no such session.", "Open one: POST /sessions"))
        try:
            body = await read_body(request)
        except M3BenchError as error:
            return error_response(error)
        return await self._passed(int(number), request.method, request.url.path, body)

    async def _passed(self, index: int, method: str, path: str, body: bytes = b"") -> Response:
        try:
            answer = await self._send(index, method, path, body)
        except WorkerLost as error:
            return error_response(error)
        return Response(answer.content, answer.status_code, media_type="application/json")

    async def _send(self, index: int, method: str, path: str, body: bytes = b"") -> httpx2.Response:
        try:
            return await self._workers[index].request(method, path, content=body)
        except httpx2.HTTPError as error:
            problem = f"Worker {index} does not answer ({type(error).__name__})."
            raise WorkerLost(problem, "Restart the service.") from None
