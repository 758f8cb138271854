"""OpenAI's chat completions API, which many other servers offer, too."""

from __future__ import annotations

import httpx2
from openai import AsyncOpenAI
from pydantic_ai.models import Model
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.profiles.openai import OpenAIModelProfile
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

from m3bench.models.defaults import ModelDefaults
from m3bench.models.endpoint import ModelEndpoint


def make(endpoint: ModelEndpoint, defaults: ModelDefaults, http: httpx2.AsyncClient) -> Model:
    client = AsyncOpenAI(api_key=endpoint.key, base_url=endpoint.address, http_client=http, max_retries=0)
    if endpoint.own and endpoint.prefix == "openai":
        return OpenAIChatModel(endpoint.model, provider=OpenAIProvider(openai_client=client))
    # OpenAI's reasoning models reject `max_tokens`; many other servers only know that.
    profile = OpenAIModelProfile(openai_chat_supports_max_completion_tokens=not defaults.sampling)
    provider = OpenAICompatibleProvider(endpoint.prefix, openai_client=client, profile=profile)
    return OpenAIChatModel(endpoint.model, provider=provider)
