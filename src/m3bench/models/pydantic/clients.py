"""One HTTP client per model, with its key and without retries."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module

import httpx2
from pydantic_ai.models import Model

from m3bench.models.defaults import ModelDefaults
from m3bench.models.endpoint import ModelEndpoint
from m3bench.models.messages import Settings
from m3bench.models.pydantic.errors import ErrorContext
from m3bench.models.pydantic.model import PydanticModel
from m3bench.models.pydantic.transport import bounded_transport

_CONNECT_SECONDS = 10.0


def open_client(
    endpoint: ModelEndpoint,
    defaults: ModelDefaults,
    settings: Settings,
    headers: Mapping[str, str] | None = None,
) -> PydanticModel:
    """Create a client. Nothing is sent yet. The headers go with every request, before the client's own."""

    async def add_headers(request: httpx2.Request) -> None:
        request.headers.update(headers or {})

    # Import only this provider: each takes about a second.
    make: Callable[[ModelEndpoint, ModelDefaults, httpx2.AsyncClient], Model] = import_module(
        f"m3bench.models.pydantic.{endpoint.wire}"
    ).make
    http = httpx2.AsyncClient(
        transport=bounded_transport(endpoint.address, _certificates()),
        timeout=httpx2.Timeout(endpoint.timeout, connect=min(endpoint.timeout, _CONNECT_SECONDS)),
        event_hooks={"request": [add_headers]} if headers else None,
    )
    return PydanticModel(
        make(endpoint, defaults, http),
        endpoint.wire,
        ErrorContext(endpoint.name, endpoint.shown_address, endpoint.key_variable, endpoint.key),
        defaults,
        settings=settings,
        timeout=endpoint.timeout,
        close=http.aclose,
    )


@cache
def _certificates() -> ssl.SSLContext:
    """Cached, because loading certificates takes longer than the rest of opening a model."""
    return httpx2.create_ssl_context()
