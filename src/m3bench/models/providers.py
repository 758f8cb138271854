"""Open models by name, such as `openai/gpt-5`. Keys are only read from the environment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from m3bench.core import MissingExtraError
from m3bench.models.defaults import ModelDefaults, defaults_for
from m3bench.models.endpoint import endpoint_of
from m3bench.models.messages import Settings

if TYPE_CHECKING:
    from m3bench.models.pydantic import PydanticModel

TIMEOUT = 120.0


def open_model(
    name: str,
    *,
    base_url: str | None = None,
    timeout: float = TIMEOUT,
    settings: Settings | None = None,
    defaults: ModelDefaults | None = None,
) -> PydanticModel:
    """Open a model by name. Close it with `aclose`.

    Args:
        name: PROVIDER/MODEL. With a `base_url`, unknown providers use the OpenAI API.
        base_url: The address of the API. Defaults to the provider's.
        settings: Override the model's defaults. Settings of a request override both.
        timeout: Seconds for a complete reply.
    """
    endpoint = endpoint_of(name, base_url, timeout)
    try:
        from m3bench.models.pydantic import open_client  # noqa: PLC0415 - optional, and slow to load

        return open_client(endpoint, defaults or defaults_for(name), settings or Settings())
    except ImportError as missing:
        raise MissingExtraError(f"The model {name}", "models") from missing
