"""How loops ask a model for the form of an answer, and what they do where none can be read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.parsing import Filled, read_filled
from m3bench.agents.shared.conversation import OutOfRoom
from m3bench.agents.shared.prompting import Prompts
from m3bench.core import Status
from m3bench.models import RequestTooLong

Ask = Callable[[str], Awaitable[str]]
"""Sends one more message to the model. Returns what the model says to it."""


def form_prompt(attempt: Attempt, prompts: Prompts, name: str) -> str:
    """A prompt about the task's form; empty for a task without one."""
    form = attempt.task.form
    return "" if form is None else prompts.fill(name, form=form.template())


def with_form(text: str, attempt: Attempt, prompts: Prompts, name: str = "form_final") -> str:
    """A prompt that asks for an answer, with a request for the form below it."""
    return "\n\n".join(filter(None, (text, form_prompt(attempt, prompts, name))))


async def read_or_repair(attempt: Attempt, prompts: Prompts, said: str, ask: Ask) -> Filled:
    """The answer and its form. Where no form can be read, the model is asked once more for it alone."""
    return await repaired(attempt, prompts, read_filled(attempt.task.form, said), ask)


async def repaired(attempt: Attempt, prompts: Prompts, read: Filled, ask: Ask) -> Filled:
    """What was read, with the form from one repair turn where it lacks one. The prose stays as it is."""
    if attempt.task.form is None or read.fields is not None:
        return read
    attempt.notes["form_repairs"] = attempt.notes.get("form_repairs", 0) + 1
    try:
        said = await ask(form_prompt(attempt, prompts, "form_repair"))
    except (RequestTooLong, OutOfRoom):
        return read
    again = read_filled(attempt.task.form, said)
    return Filled(read.answer or again.answer, again.fields)


def ending_of(filled: Filled, status: Status = Status.COMPLETED, reason: str | None = None) -> Ending:
    """The end of an attempt with this answer."""
    return Ending(filled.answer, status, reason, filled.fields)
