"""A time limit for replies."""

from __future__ import annotations

import anyio

from m3bench.models.errors import ModelTimedOut
from m3bench.models.messages import Reply, Request
from m3bench.models.protocol import ChatModel


class TimedModel:
    """Limits the time of a reply, from the request to the last byte."""

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
            f"{self.name} did not reply within {self._seconds:g} s.",
            "If the model needs more time, increase --reply-timeout.",
        )
