"""A client that somebody else starts as agent: it works on the task over the gateway."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.external.attempt_gateway import AttemptGateway
from m3bench.agents.parsing import FormAnswer
from m3bench.agents.shared import ending_of
from m3bench.core import Status, Trajectory
from m3bench.hosting.gateway import QuietDetector

_NO_CLIENT = "no client connected to the gateway"
_NO_ANSWER = "the client left without an answer"


class ClientAgent:
    """Serves the task until the client has left.

    Args:
        serve: Serves the gateway, and returns when the attempt is over.
        quiet: Knows when the client is quiet.
        record: Gets the trajectory so far after each call.
    """

    name = "gateway"
    needs_model = False

    def __init__(
        self,
        serve: Callable[[AttemptGateway], Awaitable[None]],
        *,
        quiet: Callable[[], QuietDetector],
        record: Callable[[Trajectory], None] | None = None,
    ) -> None:
        self._serve, self._quiet, self._record = serve, quiet, record

    async def solve(self, attempt: Attempt) -> Ending:
        gateway = AttemptGateway(attempt, quiet=self._quiet(), record=self._record)
        try:
            await self._serve(gateway)
        finally:
            recorded = gateway.copy_record()
        if gateway.failure is not None:
            raise gateway.failure
        if recorded.agent is None and not recorded.steps:
            return Ending(status=Status.HARNESS_FAILURE, reason=_NO_CLIENT)
        client = (recorded.agent, recorded.extra.get("agent_version"))
        attempt.notes["client"] = " ".join(map(str, filter(None, client)))
        if recorded.answer is None:
            return Ending(status=Status.AGENT_FAILURE, reason=_NO_ANSWER)
        return ending_of(FormAnswer(recorded.answer, recorded.fields))
