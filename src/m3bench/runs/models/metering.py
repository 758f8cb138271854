"""A model whose requests count against a budget."""

from __future__ import annotations

import msgspec

from m3bench.agents import BudgetSpent
from m3bench.core import Usage
from m3bench.models import ChatModel, ModelUnavailable, Reply, Request
from m3bench.runs.budget import NOTHING, Budget
from m3bench.runs.models.opening import LOCAL


class MeteredModel:
    """Asks as long as the budget lasts, then raises `BudgetSpent`. Made anew for each piece of work."""

    def __init__(self, model: ChatModel, budget: Budget) -> None:
        self._model, self._budget = model, budget
        self.usage: Usage = NOTHING
        """What this piece of work took."""
        self.unavailable: str | None = None
        """Why the last request brought nothing, where the provider could not be reached."""

    @property
    def name(self) -> str:
        return self._model.name

    async def ask(self, request: Request) -> Reply:
        if self._budget.reached is not None:
            raise BudgetSpent(self._budget.reached)
        try:
            reply = await self._model.ask(request)
        except ModelUnavailable as error:
            self.unavailable = error.message
            raise
        self.unavailable = None
        reply = _free(reply) if self.name.startswith(LOCAL) else reply
        self.usage += reply.usage
        self._budget.add(reply.usage)
        return reply


def _free(reply: Reply) -> Reply:
    """What runs on this machine has no price, rather than an unknown one."""
    return msgspec.structs.replace(reply, usage=msgspec.structs.replace(reply.usage, cost=0.0))
