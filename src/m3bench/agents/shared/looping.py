"""What loops of prompts have in common: a name with options, and talk that may outgrow the model."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.shared.conversation import OutOfRoom
from m3bench.core import Status

Options = dict[str, int]
Work = Callable[[Attempt, Options], Awaitable[Ending]]


class LoopingAgent:
    """Carries out a loop on each attempt."""

    needs_model = True

    def __init__(self, kind: str, argument: str, options: Options, work: Work) -> None:
        self.name = f"{kind}:{argument}" if argument else kind
        self._options, self._work = options, work

    async def solve(self, attempt: Attempt) -> Ending:
        try:
            return await self._work(attempt, self._options)
        except OutOfRoom as error:
            return Ending(None, Status.AGENT_FAILURE, f"The conversation outgrew the model: {error}")
