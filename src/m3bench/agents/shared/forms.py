"""How loops ask a model for the form of an answer, and what they do where none can be read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.parsing import FormAnswer, read_form_answer
from m3bench.agents.shared.conversation import ContextExceeded
from m3bench.agents.shared.prompts import Prompts
from m3bench.core import Status
from m3bench.models import RequestTooLong

Ask = Callable[[str], Awaitable[str]]
"""Sends one more message to the model. Returns what the model says to it."""


def form_prompt(attempt: Attempt, prompts: Prompts, name: str) -> str:
    """A prompt about the task's form; empty for a task without one."""
    form = attempt.task.form
    return "" if form is None else prompts.fill(name, form=form.template())


def add_form_prompt(text: str, attempt: Attempt, prompts: Prompts, name: str = "form_final") -> str:
    """A prompt that asks for an answer, with a request for the form below it."""
    return "\n\n".join(filter(None, (text, form_prompt(attempt, prompts, name))))


async def read_or_repair(attempt: Attempt, prompts: Prompts, said: str, ask: Ask) -> FormAnswer:
    """The answer and its form. Where no form can be read, the model is asked once more for it alone."""
    return await repair_form(attempt, prompts, read_form_answer(attempt.task.form, said), ask)


async def repair_form(attempt: Attempt, prompts: Prompts, read: FormAnswer, ask: Ask) -> FormAnswer:
    """What was read, with the form from one repair turn where it lacks one. The prose stays as it is."""
    if attempt.task.form is None or read.fields is not None:
        return read
    attempt.notes["form_repairs"] = attempt.notes.get("form_repairs", 0) + 1
    try:
        said = await ask(form_prompt(attempt, prompts, "form_repair"))
    except (RequestTooLong, ContextExceeded):
        return read
    again = read_form_answer(attempt.task.form, said)
    return FormAnswer(read.answer or again.answer, again.fields)


def ending_of(filled: FormAnswer, status: Status = Status.COMPLETED, reason: str | None = None) -> Ending:
    """The end of an attempt with this answer."""
    return Ending(filled.answer, status, reason, filled.fields)
