"""One client per model: its connections, its key, no retries of its own."""

from __future__ import annotations

import ssl
from collections.abc import Callable
from functools import cache
from importlib import import_module

import httpx2
from pydantic_ai.models import Model

from m3bench.models.defaults import ModelDefaults
from m3bench.models.endpoint import Opening
from m3bench.models.messages import Settings
from m3bench.models.pydantic.errors import Endpoint
from m3bench.models.pydantic.model import PydanticModel
from m3bench.models.pydantic.transport import bounded_transport

_CONNECT_SECONDS = 10.0


def open_client(opening: Opening, defaults: ModelDefaults, settings: Settings) -> PydanticModel:
    """Nothing is sent yet."""
    # Only the provider that is asked for: each costs a second or so.
    make: Callable[[Opening, ModelDefaults, httpx2.AsyncClient], Model] = import_module(
        f"m3bench.models.pydantic.{opening.wire}"
    ).make
    http = httpx2.AsyncClient(
        transport=bounded_transport(opening.address, _certificates()),
        timeout=httpx2.Timeout(opening.timeout, connect=min(opening.timeout, _CONNECT_SECONDS)),
    )
    return PydanticModel(
        make(opening, defaults, http),
        opening.wire,
        Endpoint(opening.name, opening.shown_address, opening.key_variable, opening.key),
        defaults,
        settings=settings,
        timeout=opening.timeout,
        close=http.aclose,
    )


@cache
def _certificates() -> ssl.SSLContext:
    """Loading them costs more than all the rest of opening a model."""
    return httpx2.create_ssl_context()
