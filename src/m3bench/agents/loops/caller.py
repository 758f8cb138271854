"""MCPVerse's plain loop: the model calls tools until it replies without a call, and that is its answer."""

from __future__ import annotations

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.options import read_options
from m3bench.agents.shared import (
    PATIENCE,
    Detail,
    Dialogue,
    NativeDialogue,
    PromptedDialogue,
    Prompts,
    briefed,
    choose_calling,
    describe_tools,
    ending_of,
    load_prompts,
    read_calling,
    read_or_repair,
)
from m3bench.core import Status
from m3bench.hosting.mounting import CallingMode
from m3bench.models import RequestTooLong

_STEPS = 30


def make(argument: str) -> Caller:
    """``caller``, ``caller:native``, ``caller:prompted``, each with options: ``caller:prompted,steps=10``."""
    calling, rest = read_calling(argument)
    options = read_options("caller", rest, {"steps": _STEPS})
    return Caller(f"caller:{argument}" if argument else "caller", calling, options["steps"])


class Caller:
    """Calls of one reply are one step, however many they are."""

    needs_model = True

    def __init__(self, name: str, calling: CallingMode | None, steps: int) -> None:
        self.name = name
        self._calling, self._steps = calling, steps

    async def solve(self, attempt: Attempt) -> Ending:
        prompts = load_prompts("caller")
        dialogue = _begin(attempt, choose_calling(attempt, self._calling), prompts)
        try:
            return await _loop(attempt, dialogue, attempt.limits.max_steps or self._steps, prompts)
        except RequestTooLong as error:
            return Ending(
                status=Status.AGENT_FAILURE, reason=f"The conversation grew too long: {error.message}"
            )


def _begin(attempt: Attempt, calling: CallingMode, prompts: Prompts) -> Dialogue:
    attempt.notes["prompts"] = prompts.digest
    if calling is CallingMode.NATIVE:
        return NativeDialogue(attempt, prompts, briefed(prompts.fill("native"), attempt.task))
    tools = describe_tools(attempt.toolbox.tools, detail=Detail.SCHEMA)
    system = briefed(prompts.fill("prompted", tools=tools), attempt.task)
    return PromptedDialogue(attempt, prompts, system)


async def _loop(attempt: Attempt, dialogue: Dialogue, steps: int, prompts: Prompts) -> Ending:
    while dialogue.garbled < PATIENCE:
        turn = await dialogue.listen()
        if not turn.calls:
            return await _answered(attempt, dialogue, turn.text, prompts)
        if len(attempt.steps) >= steps:
            reason = f"The model wanted more than {steps} steps."
            return Ending(turn.plan or None, Status.OUT_OF_STEPS, reason)
        dialogue.report(await attempt.call(turn.calls, turn.plan or None))
    reason = f"Nothing could be read of {PATIENCE} replies in a row."
    return Ending(status=Status.AGENT_FAILURE, reason=reason)


async def _answered(attempt: Attempt, dialogue: Dialogue, text: str, prompts: Prompts) -> Ending:
    if not text:
        return Ending(status=Status.AGENT_FAILURE, reason="The model said nothing, twice.")

    async def again(repair: str) -> str:
        dialogue.say(repair)
        return (await dialogue.listen()).text

    return ending_of(await read_or_repair(attempt, prompts, text, again))
