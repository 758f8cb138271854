"""Limit the concurrent requests to a provider, and the time of a reply."""

from __future__ import annotations

import anyio

from m3bench.core import UsageError
from m3bench.models.clock import provider_time
from m3bench.models.errors import ModelTimedOut
from m3bench.models.messages import ChatModel, Reply, Request, WrappedModel

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


class LimitedModel(WrappedModel):
    """Waits for a free slot of its provider, such as `openai` for `openai/gpt-5`. First come, first served.

    Waiting does not count as the caller's time; the time for a reply does.
    """

    def __init__(self, model: ChatModel, limits: ProviderLimits, provider: str | None = None) -> None:
        super().__init__(model)
        self._slots = limits.slots(provider or model.name.partition("/")[0])

    async def ask(self, request: Request) -> Reply:
        with provider_time() as charge:
            async with self._slots:
                began = anyio.current_time()
                reply = await self._model.ask(request)
                charge(anyio.current_time() - began)
                return reply


class TimedModel(WrappedModel):
    def __init__(self, model: ChatModel, seconds: float) -> None:
        super().__init__(model)
        self._seconds = seconds

    async def ask(self, request: Request) -> Reply:
        with anyio.move_on_after(self._seconds):
            return await self._model.ask(request)
        raise ModelTimedOut(
            f"{self.name} did not reply within {self._seconds:g} s.",
            "If the model needs more time, increase --reply-timeout.",
        )
