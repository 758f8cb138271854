"""The app of a local page: its files and routes, all below the token."""

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

from m3bench.apps.web.responses import error_response
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
    """Return an app with the files of a page and its routes.

    Args:
        package: The package whose folder `page` holds the files. Shared files are added.
        token: The first part of all paths.
        routes: The routes of the page.
        statuses: HTTP status codes by error type. The default is 422. Errors are sent as JSON.
    """
    codes: dict[type[M3BenchError], int] = {M3BenchError: 422, **statuses}
    handlers = {kind: _error_handler(status) for kind, status in codes.items()}
    return Starlette(
        routes=[Mount(f"/{token}", routes=[*_page_routes(package), *routes])], exception_handlers=handlers
    )


def _error_handler(status: int) -> Callable[[Request, Exception], Awaitable[Response]]:
    async def handle(_: Request, error: Exception) -> Response:
        return error_response(error, status)

    return handle


def _page_routes(package: str) -> list[Route]:
    """Return the routes of the files. A file of the page hides a shared one of the same name."""
    parts = [part for room in (package, _SHARED) for part in files(room).joinpath("page").iterdir()]
    known = [part for part in parts if Path(part.name).suffix in _TYPES]
    named = [Route(f"/{part.name}", _page_file(part)) for part in known]
    return named + [Route("/", _page_file(part)) for part in known if part.name == _INDEX]


def _page_file(part: Traversable) -> Endpoint:
    async def endpoint(_: Request) -> Response:
        return Response(part.read_bytes(), media_type=_TYPES[Path(part.name).suffix])

    return endpoint
