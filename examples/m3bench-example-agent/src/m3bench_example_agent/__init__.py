"""An agent that checks its answer before it hands it in."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.agents import Attempt, Ending
from m3bench.core import Call, Status, Text, UsageError
from m3bench.models import Message, Reply, System, ToolOffer, ToolReturn, User

STEPS = 20
SYSTEM = (
    "You solve tasks with tools. Call tools until you know everything that the answer needs, "
    "several at once where they do not depend on each other. Then write the answer."
)
REVIEW = (
    "Before this is handed in, compare every value of your answer with the results above. "
    "If one is missing or was guessed, call the tools that tell it. Otherwise write the whole final answer."
)


def make(argument: str) -> CheckedAgent:
    """Calls tools, reviews its answer once and hands it in; checked:8 allows eight steps."""
    if argument and not (argument.isdecimal() and int(argument) > 0):
        raise UsageError(f"checked:{argument} is not a number of steps.", "Write, for example, checked:8")
    return CheckedAgent(int(argument or STEPS))


class CheckedAgent:
    """Calls tools, answers, reviews the answer once, and hands it in."""

    needs_model = True

    def __init__(self, steps: int = STEPS) -> None:
        self.name = "checked" if steps == STEPS else f"checked:{steps}"
        self._steps = steps

    async def solve(self, attempt: Attempt) -> Ending:
        # Providers take no slashes in the names of tools.
        tools = {tool.full_name.replace("/", "__"): tool for tool in attempt.toolbox.tools}
        offers = [ToolOffer(alias, tool.description, tool.input_schema) for alias, tool in tools.items()]
        messages: list[Message] = [System(SYSTEM), User((Text(_first_message(attempt)), *attempt.pictures))]
        reviewed = False
        while True:
            reply = await attempt.ask(messages, offers)
            messages.append(reply.message)
            if reply.calls and len(attempt.steps) >= (attempt.limits.max_steps or self._steps):
                return Ending(reply.text or None, Status.OUT_OF_STEPS, "The model wanted more steps.")
            if reply.calls:
                calls = [
                    Call(tools[use.name].full_name if use.name in tools else use.name, use.arguments)
                    for use in reply.calls
                ]
                messages += _tool_returns(reply, await attempt.call(calls, reply.text or None))
            elif reviewed:
                return Ending(reply.text)
            else:
                messages.append(User((Text(REVIEW),)))
                reviewed = True


def _first_message(attempt: Attempt) -> str:
    form = attempt.task.form
    form_text = f"\n\nEnd your answer with this form, filled in:\n{form.template()}" if form else ""
    files = f"\n\nFiles in the workspace: {', '.join(attempt.task.images)}" if attempt.task.images else ""
    return f"{attempt.request}{files}{form_text}"


def _tool_returns(reply: Reply, done: Sequence[Call]) -> list[ToolReturn]:
    return [
        ToolReturn(
            use.id,
            use.name,
            call.result.content if call.result else (Text(f"No result: {call.outcome}"),),
            is_error=call.result is None or call.result.is_error,
        )
        for use, call in zip(reply.calls, done, strict=True)
    ]
