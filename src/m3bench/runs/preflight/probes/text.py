"""Plain text."""

from __future__ import annotations

from m3bench.core import Text
from m3bench.hosting import Reply
from m3bench.runs.preflight.probes.probe import Probe, ProbeCall, ProbeTool


class TextProbe(Probe):
    """A text with a code."""

    name = "text"
    thing = "the text of the result"
    request = "Call the tool read_text. It returns a code. Answer with this code."
    lost = "Without results of tools, no task can be solved: see what the agent does with them."
    unread = "The model did not use the result of its call: try a larger model, or another agent."

    def tools(self) -> tuple[ProbeTool, ...]:
        return (ProbeTool("read_text", "Returns a code as text.", self._answer),)

    async def _answer(self, call: ProbeCall) -> Reply:
        return Reply((Text(f"The code is {self.code(call.codes)}."),))
