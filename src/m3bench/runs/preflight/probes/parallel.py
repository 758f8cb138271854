"""Two calls at once."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.core import Step, Text
from m3bench.hosting import Reply
from m3bench.models import Request
from m3bench.runs.preflight.codes import Codes
from m3bench.runs.preflight.probes.probe import (
    SERVER,
    Finding,
    Probe,
    ProbeCall,
    ProbeTool,
    answered_calls,
    texts_of,
)
from m3bench.runs.store import ProbeVerdict


class ParallelProbe(Probe):
    """The halves of a code from two tools, which are to be called together."""

    name = "parallel"
    thing = "one of the two results"
    request = (
        "Call the tools read_first_half and read_second_half at the same time, in one reply. Each returns "
        "half of a code. Answer with the first half and the second half, joined."
    )
    required = False
    lost = "Results of calls that are made together get lost: compare what the agent does with them."
    unread = "The model did not put the two results together."

    def tools(self) -> tuple[ProbeTool, ...]:
        return (
            ProbeTool("read_first_half", "Returns the first half of a code.", self._first),
            ProbeTool("read_second_half", "Returns the second half of a code.", self._second),
        )

    def has_reached(self, codes: Codes, requests: Sequence[Request]) -> bool:
        texts = list(texts_of(requests))
        return all(any(_said(half) in text for text in texts) for half in self._halves(codes))

    def judge_steps(self, steps: Sequence[Step]) -> Finding | None:
        names = {f"{SERVER}/{tool.name}" for tool in self.tools()}
        if any(names <= set(answered_calls([step])) for step in steps):
            return None
        return Finding(
            ProbeVerdict.FAILED,
            "The calls were made one after another.",
            "Steps of this agent have one call each, so it needs more of them, and metrics of steps differ.",
        )

    def _halves(self, codes: Codes) -> tuple[str, str]:
        code = self.code(codes)
        return code[:3], code[3:]

    async def _first(self, call: ProbeCall) -> Reply:
        return Reply((Text(_said(self._halves(call.codes)[0])),))

    async def _second(self, call: ProbeCall) -> Reply:
        return Reply((Text(_said(self._halves(call.codes)[1])),))


def _said(half: str) -> str:
    return f"This half is {half}."
