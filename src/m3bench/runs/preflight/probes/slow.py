"""A slow tool, and one that never answers."""

from __future__ import annotations

from collections.abc import Sequence

import anyio

from m3bench.core import Step, Text
from m3bench.hosting import Reply
from m3bench.runs.preflight.probes.probe import Probe, ProbeCall, ProbeTool

_SECONDS = 4.0
_REPORTS = 8
_NEVER = 600.0


class SlowProbe(Probe):
    """A tool that reports progress, and answers after some seconds."""

    name = "slow"
    thing = "the result of the slow call"
    request = "Call the tool read_slowly. It takes a few seconds and returns a code. Answer with this code."
    lost = "The agent did not wait for the result: raise the time limit of its client."
    unread = "The model did not use the result of its call."

    def __init__(self, seconds: float = _SECONDS) -> None:
        self._seconds = seconds

    def tools(self) -> tuple[ProbeTool, ...]:
        return (ProbeTool("read_slowly", "Returns a code after a few seconds.", self._answer),)

    async def _answer(self, call: ProbeCall) -> Reply:
        for done in range(_REPORTS):
            await call.report(done, _REPORTS, "reading")
            await anyio.sleep(self._seconds / _REPORTS)
        return Reply((Text(f"The code is {self.code(call.codes)}."),))


class CancellationProbe(Probe):
    """A tool that does not answer, while the time of the attempt ends."""

    name = "cancellation"
    thing = "the end of the attempt"
    request = "Call the tool wait. It takes very long. Answer with the code that it returns."
    required = False
    is_cancelled = True

    def tools(self) -> tuple[ProbeTool, ...]:
        return (ProbeTool("wait", "Waits for a long time and returns a code.", self._answer),)

    def is_called(self, steps: Sequence[Step]) -> bool:
        return any(call.name.endswith("/wait") for step in steps for call in step.calls)

    async def _answer(self, call: ProbeCall) -> Reply:
        await anyio.sleep(_NEVER)
        return Reply((Text(f"The code is {self.code(call.codes)}."),))
