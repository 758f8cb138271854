"""Open models by name, such as `openai/gpt-5`. Keys are only read from the environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from m3bench.core import MissingExtraError, PluginError, UsageError
from m3bench.models.defaults import ModelDefaults, defaults_for
from m3bench.models.endpoint import endpoint_of
from m3bench.models.messages import ChatModel, Reply, Request, Settings
from m3bench.models.options import expand_headers
from m3bench.models.registry import MODELS, plugin_of

TIMEOUT = 120.0


class OpenModel(ChatModel, Protocol):
    """A model that is closed at the end."""

    async def aclose(self) -> None: ...


def open_model(
    name: str,
    *,
    base_url: str | None = None,
    timeout: float = TIMEOUT,
    settings: Settings | None = None,
    defaults: ModelDefaults | None = None,
    headers: Mapping[str, str] | None = None,
) -> OpenModel:
    """Open a model by name. Close it with `aclose`.

    Args:
        name: PROVIDER/MODEL. With a `base_url`, unknown providers use the OpenAI API. A plugin's
            provider opens its own model.
        base_url: The address of the API. Defaults to the provider's.
        settings: Override the model's defaults. Settings of a request override both.
        timeout: Seconds for a complete reply.
        headers: Sent with every request. ``${NAME}`` is the value of an environment variable.
    """
    if plugin_of(name) is not None:
        return PluginModel(name, base_url=base_url, timeout=timeout)
    endpoint = endpoint_of(name, base_url, timeout)
    try:
        from m3bench.models.pydantic import open_client  # noqa: PLC0415 - optional, and slow to load

        return open_client(
            endpoint, defaults or defaults_for(name), settings or Settings(), expand_headers(headers or {})
        )
    except ImportError as missing:
        raise MissingExtraError(f"The model {name}", "models") from missing


def require_endpoint(name: str, base_url: str | None, timeout: float) -> None:
    """Complain where a model cannot be opened: about its name, its address or its key."""
    if plugin_of(name) is None:
        endpoint_of(name, base_url, timeout)
    else:
        PluginModel(name, base_url=base_url, timeout=timeout)


class PluginModel:
    """A model of a plugin's provider, closed where it can be."""

    def __init__(self, name: str, *, base_url: str | None, timeout: float) -> None:
        provider, _, model = name.partition("/")
        if not model:
            raise UsageError(f"{name!r} names no model.", f"Name one: {provider}/NAME")
        self.name = name
        self._model = MODELS.make(provider, name, base_url=base_url, timeout=timeout)
        if not callable(getattr(self._model, "ask", None)):
            raise PluginError(
                f"The model provider {provider!r} of {MODELS.sources_of(provider)[0]} is broken: "
                f"{type(self._model).__name__} has no method ask.",
                "See docs/models.md for what a model has.",
            )

    async def ask(self, request: Request) -> Reply:
        reply: Reply = await self._model.ask(request)
        return reply

    async def aclose(self) -> None:
        close = getattr(self._model, "aclose", None)
        if close is not None:
            await close()
