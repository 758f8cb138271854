"""Providers by the first part of a model's name: built in, registered, or of installed distributions."""

from __future__ import annotations

from typing import Any, Protocol

from m3bench.core import BuiltIn, Registry
from m3bench.models.endpoint import PROVIDERS
from m3bench.models.messages import ChatModel


class ModelFactory(Protocol):
    """Opens a model of a provider."""

    def __call__(self, name: str, *, base_url: str | None = None, timeout: float = ...) -> ChatModel:
        """The model of that name.

        Args:
            name: The whole name, `provider/model`.
            base_url: The address from `--base-url`, where one is given.
            timeout: Seconds that one reply may take.

        Returns:
            The model. Where it has an `aclose`, that is awaited at the end.

        Raises:
            ModelMisconfigured: A key or a setting is missing. Raised before a run begins.
        """


def _problem(_: str, value: Any) -> str | None:
    return None if callable(value) else "expected a function that takes a name and returns a model"


MODELS: Registry[ModelFactory] = Registry(
    "model",
    {
        **{
            name: BuiltIn("m3bench.models.providers:open_model", provider.address)
            for name, provider in PROVIDERS.items()
        },
        "local": BuiltIn("m3bench.models.local:local_model", "models that run on this machine"),
    },
    problem=_problem,
)
"""Providers by the first part of a model's name."""
register_model = MODELS.register


def plugin_of(name: str) -> str | None:
    """The provider of a model where it is not built in; else None."""
    prefix = name.partition("/")[0]
    return prefix if prefix in MODELS and not MODELS.is_built_in(prefix) else None
