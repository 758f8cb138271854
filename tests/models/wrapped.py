"""Models to wrap, and time that passes at once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import anyio

from m3bench.core import Text, Usage
from m3bench.models import Reply, Request, User

REPLY = Reply("Good day.", usage=Usage(10, 20, 1, 0.5))


def request(text: str = "Hello") -> Request:
    return Request((User((Text(text),)),))


class FunctionModel:
    """A model that is a function. Counts who is inside."""

    def __init__(self, answer: Callable[[Request], Awaitable[Reply]], name: str = "fake/model") -> None:
        self.name = name
        self._answer = answer
        self.asked = self.inside = self.most_inside = 0

    async def ask(self, request: Request) -> Reply:
        self.asked += 1
        self.inside += 1
        self.most_inside = max(self.most_inside, self.inside)
        try:
            return await self._answer(request)
        finally:
            self.inside -= 1


class VirtualTime:
    """A clock that stands still but for sleepers. Everyone else gets a turn whenever someone sleeps."""

    def __init__(self) -> None:
        self.now = 0.0
        self.pauses: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += seconds
        await anyio.lowlevel.checkpoint()
