"""The app of the viewer. Only annotations are written, where someone annotates."""

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

from m3bench.apps.viewer.annotations import AnnotationBody
from m3bench.apps.viewer.api import Parameters, ViewerApi
from m3bench.apps.web import Endpoint, bytes_response, json_response, local_app, read_body

Answer = Callable[[Parameters], Any]


def viewer_app(api: ViewerApi, token: str) -> Starlette:
    """Return the app of the viewer."""
    versions = {"runs": api.runs_version, "attempts": api.run_version, "attempt": api.attempt_version}
    answers: tuple[Answer, ...] = (
        api.runs, api.attempts, api.scores, api.summary, api.means, api.compare, api.attempt, api.neighbours,
        api.call, api.text, api.explanation, api.origins, api.judgements, api.record, api.annotations,
        api.rendered, api.transcript, api.transcript_prefix, api.transcript_text,
    )  # fmt: skip
    named = {answer.__name__: answer for answer in answers}
    files = (api.picture, api.blob, api.file, api.input)
    routes = [
        *(
            Route(f"/api/{name}", _json_endpoint(answer, versions.get(name)))
            for name, answer in named.items()
        ),
        *(Route(f"/api/{file.__name__}", _bytes_endpoint(file)) for file in files),
        Route("/api/annotate", _annotate_endpoint(api), methods=["POST"]),
    ]
    return local_app("m3bench.apps.viewer", token, routes)


def _json_endpoint(answer: Answer, version: Answer | None) -> Endpoint:
    """Return an endpoint that works in a thread, so that a slow response does not delay others.

    If the page already has the current version, the response is 304.
    """

    async def endpoint(request: Request) -> Response:
        params = Parameters(request.query_params)
        if version is None:
            return json_response(await to_thread.run_sync(answer, params))
        tag = f'"{await to_thread.run_sync(version, params)}"'
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers={"ETag": tag})
        return json_response(await to_thread.run_sync(answer, params), headers={"ETag": tag})

    return endpoint


def _annotate_endpoint(api: ViewerApi) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        body = await read_body(request, AnnotationBody)
        await to_thread.run_sync(api.annotate, body)
        return json_response({})

    return endpoint


def _bytes_endpoint(answer: Callable[[Parameters], bytes]) -> Endpoint:

    async def endpoint(request: Request) -> Response:
        data = await to_thread.run_sync(answer, Parameters(request.query_params))
        return bytes_response(data, _file_name(request), request.headers.get("range"))

    return endpoint


def _file_name(request: Request) -> str:
    """Return the last part of the path as a file name that is valid on all systems."""
    name = re.sub(r"[^A-Za-z0-9._-]", "_", Path(request.query_params.get("path", "")).name)
    return name.lstrip(".")[-80:] or "file.bin"
