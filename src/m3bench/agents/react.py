"""TOBench's loop: a role with rules, thought and action and observation, and a claim of being done."""

from __future__ import annotations

from typing import Any

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.calling import choose_calling, read_calling
from m3bench.agents.dialogue import Dialogue, NativeDialogue, PromptedDialogue
from m3bench.agents.options import read_options
from m3bench.agents.parsing import read_answer
from m3bench.agents.prompting import Prompts, describe_tools, load_prompts
from m3bench.agents.stepping import PATIENCE
from m3bench.core import Call, Status, Task, canonical_json, parsed_arguments
from m3bench.hosting.mounting import Calling
from m3bench.models import RequestTooLong, ToolOffer

CLAIM_DONE = "claim_done"
_TURNS = 100
_MOST_THOUGHTS = 3
"""Turns in a row without an action."""


def make(argument: str) -> React:
    """``react``, ``react:native``, ``react:prompted``, each with options: ``react:prompted,turns=20``."""
    calling, rest = read_calling(argument)
    options = read_options("react", rest, {"turns": _TURNS})
    return React(f"react:{argument}" if argument else "react", calling, options["turns"])


class React:
    """A turn is one reply of the model. The work ends when the model claims that it is done."""

    needs_model = True

    def __init__(self, name: str, calling: Calling | None, turns: int) -> None:
        self.name = name
        self._calling, self._turns = calling, turns

    async def solve(self, attempt: Attempt) -> Ending:
        prompts = load_prompts("react")
        attempt.notes["prompts"] = prompts.digest
        dialogue = _begin(attempt, choose_calling(attempt, self._calling, own=1), prompts)
        try:
            return await _loop(attempt, dialogue, attempt.limits.max_steps or self._turns, prompts)
        except RequestTooLong as error:
            return Ending(
                status=Status.AGENT_FAILURE, reason=f"The conversation grew too long: {error.message}"
            )


def _begin(attempt: Attempt, calling: Calling, prompts: Prompts) -> Dialogue:
    role, rules = _role(attempt.task, prompts), _rules(attempt.task, prompts)
    if calling is Calling.NATIVE:
        claim = ToolOffer(CLAIM_DONE, prompts.fill("claim"), _CLAIM_SCHEMA)
        return NativeDialogue(attempt, prompts, prompts.fill("native", role=role, rules=rules), [claim])
    tools = describe_tools(attempt.toolbox.tools, full=True)
    system = prompts.fill("prompted", role=role, rules=rules, tools=tools)
    return PromptedDialogue(attempt, prompts, system)


_CLAIM_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"answer": {"type": "string", "description": "What the user is to be told."}},
    "required": ["answer"],
}


def _role(task: Task, prompts: Prompts) -> str:
    role = task.extra.get("role")
    return role if isinstance(role, str) and role.strip() else prompts.fill("role")


def _rules(task: Task, prompts: Prompts) -> str:
    rules = task.extra.get("rules")
    if isinstance(rules, list):
        rules = "\n".join(f"- {rule}" for rule in rules)
    return rules if isinstance(rules, str) and rules.strip() else prompts.fill("rules")


async def _loop(attempt: Attempt, dialogue: Dialogue, turns: int, prompts: Prompts) -> Ending:
    thoughts = 0
    for _ in range(turns):
        turn = await dialogue.listen()
        claim = next(filter(_is_claim, turn.calls), None)
        actions = [call for call in turn.calls if not _is_claim(call)]
        done = await attempt.call(actions, turn.plan or None) if actions else ()
        if claim is not None:
            return Ending(_claimed(claim, turn.plan))
        thoughts = 0 if actions else thoughts + 1
        if failure := _failure(turn.text, thoughts, dialogue.garbled):
            answer = read_answer(turn.text) if thoughts else None
            return Ending(answer or None, Status.AGENT_FAILURE, failure)
        if actions:
            dialogue.report(done)
        else:
            dialogue.say(prompts.fill("act"))
    return Ending(status=Status.OUT_OF_STEPS, reason=f"The model did not claim to be done in {turns} turns.")


def _failure(text: str, thoughts: int, garbled: int) -> str | None:
    if thoughts and not text:
        return "The model said nothing, twice."
    if thoughts > _MOST_THOUGHTS:
        return f"The model neither acted nor claimed to be done in {thoughts} turns in a row."
    return f"Nothing could be read of {garbled} replies in a row." if garbled >= PATIENCE else None


def _is_claim(call: Call) -> bool:
    return call.name.strip().rpartition(".")[2] == CLAIM_DONE


def _claimed(claim: Call, said: str) -> str | None:
    """The answer, whatever form the claim gave it; what was said beside it where it gave none."""
    given = parsed_arguments(claim.arguments)
    answer = given.get("answer") if isinstance(given, dict) else given
    if answer is not None and not isinstance(answer, str):
        answer = canonical_json(answer)
    return read_answer(answer or "") or said or None
