"""One client per model: its connections, its key, no retries of its own."""

from __future__ import annotations

import ssl
from collections.abc import Callable
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


def open_client(endpoint: ModelEndpoint, defaults: ModelDefaults, settings: Settings) -> PydanticModel:
    """Nothing is sent yet."""
    # Only the provider that is asked for: each costs a second or so.
    make: Callable[[ModelEndpoint, ModelDefaults, httpx2.AsyncClient], Model] = import_module(
        f"m3bench.models.pydantic.{endpoint.wire}"
    ).make
    http = httpx2.AsyncClient(
        transport=bounded_transport(endpoint.address, _certificates()),
        timeout=httpx2.Timeout(endpoint.timeout, connect=min(endpoint.timeout, _CONNECT_SECONDS)),
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
    """Loading them costs more than all the rest of opening a model."""
    return httpx2.create_ssl_context()
