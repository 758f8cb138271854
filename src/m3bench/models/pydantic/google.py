"""Google's generateContent API. Its client does not retry by default."""

from __future__ import annotations

import httpx2
from pydantic_ai.models import Model
from pydantic_ai.models.google import GoogleModel
from pydantic_ai.providers.google import GoogleProvider

from m3bench.models.defaults import ModelDefaults
from m3bench.models.endpoint import ModelEndpoint


def make(endpoint: ModelEndpoint, _: ModelDefaults, http: httpx2.AsyncClient) -> Model:
    provider = GoogleProvider(api_key=endpoint.key, base_url=endpoint.address, http_client=http)
    return GoogleModel(endpoint.model, provider=provider)
