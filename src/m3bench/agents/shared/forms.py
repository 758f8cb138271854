"""Ask a model for the form of an answer, and repair unreadable forms."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.parsing import FormAnswer, read_form_answer
from m3bench.agents.shared.conversation import ContextExceeded
from m3bench.agents.shared.prompts import Prompts
from m3bench.core import Status
from m3bench.models import RequestTooLong

Ask = Callable[[str], Awaitable[str]]
"""Sends one more message to the model; returns its reply."""


def form_prompt(attempt: Attempt, prompts: Prompts, name: str) -> str:
    """Return a prompt about the task's form; empty for a task without one."""
    form = attempt.task.form
    return "" if form is None else prompts.fill(name, form=form.template())


def add_form_prompt(text: str, attempt: Attempt, prompts: Prompts) -> str:
    """Append the request for the form to a prompt."""
    return "\n\n".join(filter(None, (text, form_prompt(attempt, prompts, "form_final"))))


async def read_or_repair(attempt: Attempt, prompts: Prompts, reply: str, ask: Ask) -> FormAnswer:
    """Read an answer and its form. If the form is unreadable, ask once more for the form."""
    return await repair_form(attempt, prompts, read_form_answer(attempt.task.form, reply), ask)


async def repair_form(attempt: Attempt, prompts: Prompts, read: FormAnswer, ask: Ask) -> FormAnswer:
    """Ask once for a missing form. The prose stays as it is."""
    if attempt.task.form is None or read.fields is not None:
        return read
    attempt.notes["form_repairs"] = attempt.notes.get("form_repairs", 0) + 1
    try:
        reply = await ask(form_prompt(attempt, prompts, "form_repair"))
    except (RequestTooLong, ContextExceeded):
        return read
    repaired = read_form_answer(attempt.task.form, reply)
    return FormAnswer(read.answer or repaired.answer, repaired.fields)


def ending_of(filled: FormAnswer, status: Status = Status.COMPLETED, reason: str | None = None) -> Ending:
    """Return the ending of an attempt with this answer."""
    return Ending(filled.answer, status, reason, filled.fields)
