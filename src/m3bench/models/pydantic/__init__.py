"""Providers through pydantic-ai. Requires the extra `models`."""

from m3bench.models.pydantic.clients import open_client
from m3bench.models.pydantic.model import PydanticModel

__all__ = ["PydanticModel", "open_client"]
