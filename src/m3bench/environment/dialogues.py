"""The dialogue of an episode: what a policy has been told, and how its replies are read."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.agents import Attempt
from m3bench.agents.shared import (
    Detail,
    Dialogue,
    NativeDialogue,
    PromptedDialogue,
    Turn,
    add_briefing,
    describe_tools,
    fill_example,
    load_prompts,
    tool_offers,
)
from m3bench.core import Call
from m3bench.environment.settings import Calling
from m3bench.models import Assistant, ToolOffer

PROMPTS = "caller"
"""Episodes use the prompts of the plain loop."""


class PolicyDialogue(NativeDialogue):
    """Leaves calls that a policy writes as text as they are: their results follow in a user message."""

    def _take_written(self, text: str, written: Sequence[Call]) -> Turn:
        self.messages.append(Assistant(text))
        return Turn(text, tuple(written), text)


def open_dialogue(attempt: Attempt, calling: Calling) -> tuple[Dialogue, tuple[ToolOffer, ...]]:
    """Return a dialogue that begins with the task, and the tools to offer beside it."""
    prompts, tools = load_prompts(PROMPTS), attempt.toolbox.tools
    if calling is Calling.NATIVE:
        system = add_briefing(prompts.fill("native"), attempt.task)
        return PolicyDialogue(attempt, prompts, system), tool_offers(attempt.toolbox, tools)
    listed = describe_tools(tools, detail=Detail.SCHEMA)
    system = prompts.fill("prompted", tools=listed, example=fill_example(prompts, tools))
    return PromptedDialogue(attempt, prompts, add_briefing(system, attempt.task)), ()
