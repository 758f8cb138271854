"""A limit on how long a reply may take."""

from __future__ import annotations

import anyio

from m3bench.models.errors import ModelTimedOut
from m3bench.models.messages import Reply, Request
from m3bench.models.protocol import ChatModel


class TimedModel:
    """Gives a reply so many seconds, from the request to the last byte."""

    def __init__(self, model: ChatModel, seconds: float) -> None:
        self._model = model
        self._seconds = seconds

    @property
    def name(self) -> str:
        return self._model.name

    async def ask(self, request: Request) -> Reply:
        with anyio.move_on_after(self._seconds):
            return await self._model.ask(request)
        raise ModelTimedOut(
            f"{self.name} gave no reply within {self._seconds:g} s.",
            "If the model needs longer, allow it a longer time-out.",
        )
