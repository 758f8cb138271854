"""Anthropic's messages API."""

from __future__ import annotations

import httpx2
from anthropic import AsyncAnthropic
from pydantic_ai.models import Model
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.providers.anthropic import AnthropicProvider

from m3bench.models.defaults import ModelDefaults
from m3bench.models.endpoint import ModelEndpoint


def make(endpoint: ModelEndpoint, _: ModelDefaults, http: httpx2.AsyncClient) -> Model:
    client = AsyncAnthropic(api_key=endpoint.key, base_url=endpoint.address, http_client=http, max_retries=0)
    return AnthropicModel(endpoint.model, provider=AnthropicProvider(anthropic_client=client))
