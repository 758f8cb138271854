"""MCPVerse's plain loop: the model calls tools until it replies without a call, which is its answer."""

from __future__ import annotations

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.shared import (
    PATIENCE,
    Detail,
    Dialogue,
    DialogueAgent,
    NativeDialogue,
    PromptedDialogue,
    Prompts,
    add_briefing,
    ask_in_plain_text,
    describe_tools,
    ending_of,
    fill_example,
    read_or_repair,
)
from m3bench.core import Status
from m3bench.hosting.mounting import CallingMode

_STEPS = 30


def make(argument: str) -> DialogueAgent:
    """Make the agent of ``caller``, ``caller:native`` or ``caller:prompted,steps=10``."""
    return DialogueAgent("caller", argument, ("steps", _STEPS), _open_dialogue, _converse)


def _open_dialogue(attempt: Attempt, calling: CallingMode, prompts: Prompts) -> Dialogue:
    if calling is CallingMode.NATIVE:
        return NativeDialogue(attempt, prompts, add_briefing(prompts.fill("native"), attempt.task))
    tools = describe_tools(attempt.view.tools, detail=Detail.SCHEMA)
    example = fill_example(prompts, attempt.view.originals)
    system = prompts.fill("prompted", tools=tools, example=example)
    return PromptedDialogue(attempt, prompts, add_briefing(system, attempt.task))


async def _converse(attempt: Attempt, dialogue: Dialogue, steps: int, prompts: Prompts) -> Ending:
    """Carry out calls until a reply has none. All calls of a reply are one step."""
    while dialogue.garbled < PATIENCE:
        turn = await dialogue.listen()
        if not turn.calls and len(attempt.steps) < steps and await ask_in_plain_text(attempt, dialogue, turn):
            continue
        if not turn.calls:
            return await _read_answer(attempt, dialogue, turn.text, prompts)
        if len(attempt.steps) >= steps:
            reason = f"The model wanted more than {steps} steps."
            return Ending(turn.plan or None, Status.OUT_OF_STEPS, reason)
        dialogue.report(await attempt.call(turn.calls, turn.plan or None))
    reason = f"Nothing could be read of {PATIENCE} replies in a row."
    return Ending(status=Status.AGENT_FAILURE, reason=reason)


async def _read_answer(attempt: Attempt, dialogue: Dialogue, text: str, prompts: Prompts) -> Ending:
    if not text:
        return Ending(status=Status.AGENT_FAILURE, reason="The model said nothing, twice.")

    async def ask_again(repair: str) -> str:
        dialogue.say(repair)
        return (await dialogue.listen()).text

    return ending_of(await read_or_repair(attempt, prompts, text, ask_again))
