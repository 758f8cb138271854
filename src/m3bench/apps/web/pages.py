"""The app of a local page: its files, and what it may ask for, all below the token."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route

from m3bench.apps.web.answers import error_response
from m3bench.core import M3BenchError

Endpoint = Callable[[Request], Awaitable[Response]]

_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_SHARED = "m3bench.apps.web"
_INDEX = "index.html"


def local_app(
    package: str,
    token: str,
    routes: Sequence[BaseRoute],
    statuses: Mapping[type[M3BenchError], int] = MappingProxyType({}),
) -> Starlette:
    """An app with the files under `page` of a package, those that all pages share, and the routes.

    Errors of ours are answered as JSON; `statuses` are those of kinds that have one of their own.
    """
    by_kind: dict[type[M3BenchError], int] = {M3BenchError: 422, **statuses}
    handlers = {kind: _refusing(status) for kind, status in by_kind.items()}
    return Starlette(
        routes=[Mount(f"/{token}", routes=[*_page_routes(package), *routes])], exception_handlers=handlers
    )


def _refusing(status: int) -> Callable[[Request, Exception], Awaitable[Response]]:
    async def refused(_: Request, error: Exception) -> Response:
        return error_response(error, status)

    return refused


def _page_routes(package: str) -> list[Route]:
    """A file of the page's own stands before a shared one of the same name."""
    parts = [part for room in (package, _SHARED) for part in files(room).joinpath("page").iterdir()]
    known = [part for part in parts if Path(part.name).suffix in _TYPES]
    named = [Route(f"/{part.name}", _page_file(part)) for part in known]
    return named + [Route("/", _page_file(part)) for part in known if part.name == _INDEX]


def _page_file(part: Traversable) -> Endpoint:
    async def endpoint(_: Request) -> Response:
        return Response(part.read_bytes(), media_type=_TYPES[Path(part.name).suffix])

    return endpoint
