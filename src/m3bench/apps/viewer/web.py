"""The page, and what it asks for. Everything is a GET, and nothing is ever written."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

from anyio import to_thread
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route

from m3bench.apps.viewer.desk import Asked, ViewDesk
from m3bench.apps.web import UNKNOWN, picture_kind
from m3bench.core import M3BenchError, UsageError

_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_OWN, _SHARED = ("m3bench.apps.viewer", "page"), ("m3bench.apps.web", "page")
_INDEX = "index.html"

Endpoint = Callable[[Request], Awaitable[Response]]
Answer = Callable[[Asked], Any]


def viewer_app(desk: ViewDesk, token: str) -> Starlette:
    """The app over the runs of a desk."""
    answers: dict[str, tuple[Answer, Answer | None]] = {
        "runs": (desk.runs, desk.runs_version),
        "attempts": (desk.attempts, desk.run_version),
        "scores": (desk.scores, None),
        "attempt": (desk.attempt, desk.attempt_version),
        "neighbours": (desk.neighbours, None),
        "call": (desk.call, None),
        "text": (desk.text, None),
        "explanation": (desk.explanation, None),
        "origins": (desk.origins, None),
        "judgements": (desk.judgements, None),
        "record": (desk.record, None),
        "rendered": (desk.rendered, None),
    }
    routes = [Route(f"/{name}", _page_file(package, name)) for name, package in _page_files().items()]
    routes += [Route("/", _page_file(_OWN, _INDEX))]
    routes += [Route(f"/api/{name}", _json_endpoint(*answer)) for name, answer in answers.items()]
    routes += [
        Route("/api/picture", _bytes_endpoint(desk.picture)),
        Route("/api/blob", _bytes_endpoint(desk.blob)),
        Route("/api/file", _bytes_endpoint(desk.file)),
    ]
    return Starlette(routes=[Mount(f"/{token}", routes=routes)], exception_handlers={M3BenchError: _refused})


def _page_files() -> dict[str, tuple[str, str]]:
    """Every file of the page, with the package that it lies in."""
    return {
        item.name: package
        for package in (_SHARED, _OWN)
        for item in files(package[0]).joinpath(package[1]).iterdir()
        if Path(item.name).suffix in _TYPES
    }


def _page_file(package: tuple[str, str], name: str) -> Endpoint:
    async def serve(_: Request) -> Response:
        data = files(package[0]).joinpath(package[1], name).read_bytes()
        return Response(data, media_type=_TYPES[Path(name).suffix])

    return serve


def _json_endpoint(answer: Answer, version: Answer | None) -> Endpoint:
    """Work happens in a thread, so that a slow answer holds up no other one.

    Where the version is the one that the page has already, nothing is sent.
    """

    async def endpoint(request: Request) -> Response:
        asked = Asked(request.query_params)
        if version is None:
            return _json(await to_thread.run_sync(answer, asked))
        tag = f'"{await to_thread.run_sync(version, asked)}"'
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers={"ETag": tag})
        return _json(await to_thread.run_sync(answer, asked), headers={"ETag": tag})

    return endpoint


def _bytes_endpoint(answer: Callable[[Asked], bytes]) -> Endpoint:
    """Only pictures that cannot run anything are shown; whatever else it is, is for saving."""

    async def endpoint(request: Request) -> Response:
        data = await to_thread.run_sync(answer, Asked(request.query_params))
        kind = picture_kind(data)
        disposition = "inline" if kind != UNKNOWN else f'attachment; filename="{_file_name(request)}"'
        return Response(data, media_type=kind, headers={"Content-Disposition": disposition})

    return endpoint


def _file_name(request: Request) -> str:
    """The last part of the path, as far as any system takes it for a name."""
    name = re.sub(r"[^A-Za-z0-9._-]", "_", Path(request.query_params.get("path", "")).name)
    return name.lstrip(".")[-80:] or "file.bin"


async def _refused(_: Request, error: Exception) -> Response:
    problem = error if isinstance(error, M3BenchError) else UsageError(str(error))
    return _json({"problem": problem.message, "hint": problem.hint or ""}, 422)


def _json(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    # Plain ASCII: halves of surrogate pairs have no UTF-8 form.
    return Response(json.dumps(value), status, media_type="application/json", headers=headers)
