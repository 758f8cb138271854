"""A model whose requests count against a budget."""

from __future__ import annotations

import msgspec

from m3bench.agents import Meter
from m3bench.core import NO_USAGE, Usage
from m3bench.models import ChatModel, ModelUnavailable, Reply, Request
from m3bench.runs.models.wrapped_model import LOCAL


class MeteredModel:
    """Raises `BudgetSpent` once the budget is used up. Make a new one for each piece of work."""

    def __init__(self, model: ChatModel, meter: Meter) -> None:
        self._model, self._meter = model, meter
        self.usage: Usage = NO_USAGE
        """Usage of this piece of work."""
        self.unavailable: str | None = None
        """Why the last request did not reach the provider; None if it did."""

    @property
    def name(self) -> str:
        return self._model.name

    async def ask(self, request: Request) -> Reply:
        self._meter.check()
        try:
            reply = await self._model.ask(request)
        except ModelUnavailable as error:
            self.unavailable = error.message
            raise
        self.unavailable = None
        reply = _free(reply) if self.name.startswith(LOCAL) else reply
        self.usage += reply.usage
        self._meter.add(reply.usage)
        return reply


def _free(reply: Reply) -> Reply:
    """Set the cost to zero: a local model is free, not of unknown price."""
    return msgspec.structs.replace(reply, usage=msgspec.structs.replace(reply.usage, cost=0.0))
