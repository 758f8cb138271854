"""From names such as `openai/gpt-5` to models. Keys come from the environment, and from nowhere else."""

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
    """The model of that name. Close it with `aclose`.

    With a `base_url`, any prefix is taken: those that are not known speak to an OpenAI-compatible endpoint.
    `settings` go under those of each request and over the model's `defaults`. `timeout` is for a whole
    answer.
    """
    endpoint = endpoint_of(name, base_url, timeout)
    try:
        from m3bench.models.pydantic import open_client  # noqa: PLC0415 - optional, and slow to load

        return open_client(endpoint, defaults or defaults_for(name), settings or Settings())
    except ImportError as missing:
        raise MissingExtraError(f"The model {name}", "models") from missing
