"""Probes of how calls are made: together, again after an error, for long, and with a question."""

from __future__ import annotations

from collections.abc import Sequence

import anyio

from m3bench.core import Step, Text, iter_calls, protocol_events
from m3bench.hosting import Reply
from m3bench.models import Request
from m3bench.runs.preflight.codes import Codes, holds_code
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

_KEY = {"type": "string", "description": "The key of the box."}
_SECONDS = 4.0
_REPORTS = 8
_NEVER = 600.0
_FORM = {
    "type": "object",
    "properties": {"confirm": {"type": "boolean", "description": "Whether to return the code."}},
    "required": ["confirm"],
}


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


class ErrorProbe(Probe):
    """A box that opens with a key, which only the error of a first call tells."""

    name = "error"
    thing = "the message of the error"
    request = (
        "Call the tool open_box with the key START. It fails, and its error says which key is right. Call it "
        "again with that key: it returns a code. Answer with this code."
    )
    lost = "The agent hides errors of tools from its model, which cannot correct its calls."
    unread = "The model did not follow the error of its call."

    def tools(self) -> tuple[ProbeTool, ...]:
        return (
            ProbeTool("open_box", "Opens a box with a key and returns a code.", self._answer, {"key": _KEY}),
        )

    def has_reached(self, codes: Codes, requests: Sequence[Request]) -> bool:
        return any(self._key(codes) in text for text in texts_of(requests))

    async def _answer(self, call: ProbeCall) -> Reply:
        key = self._key(call.codes)
        if holds_code(str(call.arguments.get("key")), key):
            return await super()._answer(call)
        return Reply((Text(f"Invalid argument 'key': the right key is {key}."),), is_error=True)

    def _key(self, codes: Codes) -> str:
        return codes.word(f"{self.name} key")


class SlowProbe(Probe):
    """A tool that reports progress, and answers after some seconds."""

    name = "slow"
    tool = "read_slowly"
    tool_returns = "Returns a code after a few seconds."
    thing = "the result of the slow call"
    request = "Call the tool read_slowly. It takes a few seconds and returns a code. Answer with this code."
    lost = "The agent did not wait for the result: raise the time limit of its client."
    unread = "The model did not use the result of its call."

    def __init__(self, seconds: float = _SECONDS) -> None:
        self._seconds = seconds

    async def _answer(self, call: ProbeCall) -> Reply:
        for done in range(_REPORTS):
            await call.report(done, _REPORTS, "reading")
            await anyio.sleep(self._seconds / _REPORTS)
        return await super()._answer(call)


class CancellationProbe(Probe):
    """A tool that does not answer, while the time of the attempt ends."""

    name = "cancellation"
    tool = "wait"
    tool_returns = "Waits for a long time and returns a code."
    thing = "the end of the attempt"
    request = "Call the tool wait. It takes very long. Answer with the code that it returns."
    required = False
    is_cancelled = True

    def is_called(self, steps: Sequence[Step]) -> bool:
        return any(call.name.endswith("/wait") for step in steps for call in step.calls)

    async def _answer(self, call: ProbeCall) -> Reply:
        await anyio.sleep(_NEVER)
        return await super()._answer(call)


class ElicitationProbe(Probe):
    """A tool that asks for a confirmation, and returns a code whatever the answer is."""

    name = "elicitation"
    tool = "read_confirmed"
    tool_returns = "Asks the user, and returns a code."
    thing = "the result of the call"
    request = "Call the tool read_confirmed. It returns a code. Answer with this code."
    required = False
    needs_program = True
    lost = "The call did not survive a question to the user: its client should decline what it cannot show."

    def judge_steps(self, steps: Sequence[Step]) -> Finding | None:
        results = [call.result for _, call in iter_calls(steps) if call.result is not None]
        asked = [question for result in results for question in protocol_events(result.meta).elicitations]
        if not asked:
            return Finding(ProbeVerdict.UNKNOWN, "The question was not recorded.")
        if asked[0].by != "client":
            why = "The client answers no elicitations; the user of a task does, or they are declined."
            return Finding(ProbeVerdict.NOT_APPLICABLE, why)
        return Finding(ProbeVerdict.HELD, f"the client was asked, and chose {asked[0].action}")

    async def _answer(self, call: ProbeCall) -> Reply:
        await call.ask("May the code be returned?", _FORM)
        return await super()._answer(call)
