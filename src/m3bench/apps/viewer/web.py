"""The page, and what it asks for. Everything is a GET, and nothing is ever written."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from anyio import to_thread
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from m3bench.apps.viewer.desk import Asked, ViewDesk
from m3bench.apps.web import Endpoint, json_response, local_app, picture_response

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
    routes = [Route(f"/api/{name}", _json_endpoint(*answer)) for name, answer in answers.items()]
    routes += [
        Route("/api/picture", _bytes_endpoint(desk.picture)),
        Route("/api/blob", _bytes_endpoint(desk.blob)),
        Route("/api/file", _bytes_endpoint(desk.file)),
    ]
    return local_app("m3bench.apps.viewer", token, routes)


def _json_endpoint(answer: Answer, version: Answer | None) -> Endpoint:
    """Work happens in a thread, so that a slow answer holds up no other one.

    Where the version is the one that the page has already, nothing is sent.
    """

    async def endpoint(request: Request) -> Response:
        asked = Asked(request.query_params)
        if version is None:
            return json_response(await to_thread.run_sync(answer, asked))
        tag = f'"{await to_thread.run_sync(version, asked)}"'
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers={"ETag": tag})
        return json_response(await to_thread.run_sync(answer, asked), headers={"ETag": tag})

    return endpoint


def _bytes_endpoint(answer: Callable[[Asked], bytes]) -> Endpoint:

    async def endpoint(request: Request) -> Response:
        data = await to_thread.run_sync(answer, Asked(request.query_params))
        return picture_response(data, _file_name(request))

    return endpoint


def _file_name(request: Request) -> str:
    """The last part of the path, as far as any system takes it for a name."""
    name = re.sub(r"[^A-Za-z0-9._-]", "_", Path(request.query_params.get("path", "")).name)
    return name.lstrip(".")[-80:] or "file.bin"
