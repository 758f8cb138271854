"""Google's generateContent. Its client does not try again unless it is told to."""

from __future__ import annotations

import httpx2
from pydantic_ai.models import Model
from pydantic_ai.models.google import GoogleModel
from pydantic_ai.providers.google import GoogleProvider

from m3bench.models.defaults import ModelDefaults
from m3bench.models.endpoint import Opening


def make(opening: Opening, _: ModelDefaults, http: httpx2.AsyncClient) -> Model:
    provider = GoogleProvider(api_key=opening.key, base_url=opening.address, http_client=http)
    return GoogleModel(opening.model, provider=provider)
