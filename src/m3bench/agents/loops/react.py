"""TOBench's loop: a role with rules, thought and action and observation, and a claim of being done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.parsing import FormAnswer, read_form_answer
from m3bench.agents.shared import (
    PATIENCE,
    Detail,
    Dialogue,
    DialogueAgent,
    NativeDialogue,
    PromptedDialogue,
    Prompts,
    ask_in_plain_text,
    describe_tools,
    ending_of,
    fill_example,
    repair_form,
)
from m3bench.core import (
    AnswerForm,
    Call,
    Result,
    Status,
    Task,
    Text,
    canonical_json,
    parsed_arguments,
    rules_text,
)
from m3bench.core.form import fit_form
from m3bench.hosting.mounting import CallingMode
from m3bench.models import ToolOffer

CLAIM_DONE = "claim_done"
_TURNS = 100
_MAX_THOUGHTS = 3
"""Maximum of turns in a row without an action."""


def make(argument: str) -> DialogueAgent:
    """Make the agent of ``react``, ``react:native`` or ``react:prompted,turns=20``."""
    return DialogueAgent("react", argument, ("turns", _TURNS), _open_dialogue, _converse, own_tools=1)


def _open_dialogue(attempt: Attempt, calling: CallingMode, prompts: Prompts) -> Dialogue:
    role, rules = _role(attempt.task, prompts), _rules(attempt.task, prompts)
    if calling is CallingMode.NATIVE:
        claim = ToolOffer(CLAIM_DONE, prompts.fill("claim"), _claim_schema(attempt.task.form, prompts))
        return NativeDialogue(attempt, prompts, prompts.fill("native", role=role, rules=rules), [claim])
    tools = describe_tools(attempt.view.tools, detail=Detail.SCHEMA)
    fields = "" if attempt.task.form is None else ', "fields": {<the form of the task>}'
    example = fill_example(prompts, attempt.view.originals)
    system = prompts.fill("prompted", role=role, rules=rules, tools=tools, fields=fields, example=example)
    return PromptedDialogue(attempt, prompts, system, [CLAIM_DONE])


def _claim_schema(form: AnswerForm | None, prompts: Prompts) -> dict[str, Any]:
    properties: dict[str, Any] = {"answer": {"type": "string", "description": "What the user is to be told."}}
    if form is not None:
        properties["fields"] = {**form.json_schema(), "description": prompts.fill("form_fields")}
    return {"type": "object", "properties": properties, "required": list(properties)}


def _role(task: Task, prompts: Prompts) -> str:
    return task.role if task.role and task.role.strip() else prompts.fill("role")


def _rules(task: Task, prompts: Prompts) -> str:
    rules = rules_text(task.rules)
    return rules if rules.strip() else prompts.fill("rules")


async def _converse(attempt: Attempt, dialogue: Dialogue, turns: int, prompts: Prompts) -> Ending:
    """Carry out actions until the model claims to be done. A turn is one reply of the model."""
    thoughts = 0
    for _ in range(turns):
        turn = await dialogue.listen()
        claim = next(filter(_is_claim, turn.calls), None)
        actions = [call for call in turn.calls if not _is_claim(call)]
        done = await attempt.call(actions, turn.plan or None) if actions else ()
        if claim is not None:
            read = _read_claim(claim, turn.plan, attempt.task.form)
            ask_again = _ReturnedClaim(dialogue, turn.calls, done)
            return ending_of(await repair_form(attempt, prompts, read, ask_again))
        if not actions and await ask_in_plain_text(attempt, dialogue, turn):
            thoughts = 0
            continue
        thoughts = 0 if actions else thoughts + 1
        if failure := _failure(turn.text, thoughts, dialogue.garbled):
            answer = read_form_answer(attempt.task.form, turn.text) if thoughts else FormAnswer()
            return ending_of(answer, Status.AGENT_FAILURE, failure)
        if actions:
            dialogue.report(done)
        else:
            dialogue.say(prompts.fill("act"))
    return Ending(status=Status.OUT_OF_STEPS, reason=f"The model did not claim to be done in {turns} turns.")


def _failure(text: str, thoughts: int, garbled: int) -> str | None:
    if thoughts and not text:
        return "The model said nothing, twice."
    if thoughts > _MAX_THOUGHTS:
        return f"The model neither acted nor claimed to be done in {thoughts} turns in a row."
    return f"Nothing could be read of {garbled} replies in a row." if garbled >= PATIENCE else None


def _is_claim(call: Call) -> bool:
    return call.name.strip().rpartition(".")[2] == CLAIM_DONE


class _ReturnedClaim:
    """Returns a claim to the model with what is wrong about it, and reads its next turn."""

    def __init__(self, dialogue: Dialogue, calls: Sequence[Call], done: Sequence[Call]) -> None:
        self._dialogue, self._calls, self._done = dialogue, calls, done

    async def __call__(self, repair: str) -> str:
        refusal = Result((Text(repair),), is_error=True)
        done = iter(self._done)
        self._dialogue.report(
            [
                msgspec.structs.replace(call, result=refusal) if _is_claim(call) else next(done)
                for call in self._calls
            ]
        )
        turn = await self._dialogue.listen()
        claim = next(filter(_is_claim, turn.calls), None)
        return turn.text if claim is None else _as_text(parsed_arguments(claim.arguments))


def _read_claim(claim: Call, text: str, form: AnswerForm | None) -> FormAnswer:
    """Read the answer and the form of a claim. What it lacks is read from the text beside it."""
    given = parsed_arguments(claim.arguments)
    answer = _as_text(given.get("answer") if isinstance(given, dict) else given)
    read = read_form_answer(form, answer) if answer else FormAnswer()
    if form is None:
        return FormAnswer(read.answer or text or None)
    beside = read_form_answer(form, text)
    return FormAnswer(read.answer or beside.answer, _fields_of(form, given) or read.fields or beside.fields)


def _fields_of(form: AnswerForm, given: Any) -> dict[str, Any] | None:
    """Return the form in the arguments of a claim: under `fields`, or beside the answer."""
    if not isinstance(given, dict):
        return None
    fields = given.get("fields")
    if isinstance(fields, str):
        return read_form_answer(form, fields).fields
    return fit_form(form, fields) or fit_form(form, {key: given[key] for key in given if key != "answer"})


def _as_text(value: Any) -> str:
    return "" if value is None else value if isinstance(value, str) else canonical_json(value)
