"""A question to the user during a call."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.core import Step, Text, protocol_events
from m3bench.hosting import Reply
from m3bench.runs.preflight.probes.probe import Finding, Probe, ProbeCall, ProbeTool
from m3bench.runs.store import ProbeVerdict

_FORM = {
    "type": "object",
    "properties": {"confirm": {"type": "boolean", "description": "Whether to return the code."}},
    "required": ["confirm"],
}


class ElicitationProbe(Probe):
    """A tool that asks for a confirmation, and returns a code whatever the answer is."""

    name = "elicitation"
    thing = "the result of the call"
    request = "Call the tool read_confirmed. It returns a code. Answer with this code."
    required = False
    needs_program = True
    lost = "The call did not survive a question to the user: its client should decline what it cannot show."

    def tools(self) -> tuple[ProbeTool, ...]:
        return (ProbeTool("read_confirmed", "Asks the user, and returns a code.", self._answer),)

    def judge_steps(self, steps: Sequence[Step]) -> Finding | None:
        results = [call.result for step in steps for call in step.calls if call.result is not None]
        asked = [
            elicitation for result in results for elicitation in protocol_events(result.meta).elicitations
        ]
        if not asked:
            return Finding(ProbeVerdict.UNKNOWN, "The question was not recorded.")
        if asked[0].by != "client":
            why = "The client answers no elicitations; the user of a task does, or they are declined."
            return Finding(ProbeVerdict.NOT_APPLICABLE, why)
        return Finding(ProbeVerdict.HELD, f"the client was asked, and chose {asked[0].action}")

    async def _answer(self, call: ProbeCall) -> Reply:
        await call.ask("May the code be returned?", _FORM)
        return Reply((Text(f"The code is {self.code(call.codes)}."),))
