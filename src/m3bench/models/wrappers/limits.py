"""Limit the concurrent requests to a provider."""

from __future__ import annotations

import anyio

from m3bench.core import UsageError
from m3bench.models.clock import provider_time
from m3bench.models.messages import Reply, Request
from m3bench.models.protocol import ChatModel

IN_FLIGHT = 16


class ProviderLimits:
    """One limit per provider, shared by all of its models in a run, for agents and judges."""

    def __init__(self, in_flight: int = IN_FLIGHT) -> None:
        if in_flight < 1:
            raise UsageError(f"Invalid number of requests in flight: {in_flight}.", "Allow at least one.")
        self.in_flight = in_flight
        self._slots: dict[str, anyio.Semaphore] = {}

    def slots(self, provider: str) -> anyio.Semaphore:
        return self._slots.setdefault(provider, anyio.Semaphore(self.in_flight, max_value=self.in_flight))


class LimitedModel:
    """Waits for a free slot of its provider, such as `openai` for `openai/gpt-5`. First come, first served.

    Waiting does not count as the caller's time; the time for a reply does.
    """

    def __init__(self, model: ChatModel, limits: ProviderLimits, provider: str | None = None) -> None:
        self._model = model
        self._slots = limits.slots(provider or model.name.partition("/")[0])

    @property
    def name(self) -> str:
        return self._model.name

    async def ask(self, request: Request) -> Reply:
        with provider_time() as charge:
            async with self._slots:
                began = anyio.current_time()
                reply = await self._model.ask(request)
                charge(anyio.current_time() - began)
                return reply
