"""Read actions: assistant messages in OpenAI's format, plain texts, and answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from m3bench.core import AnswerForm, is_too_deep
from m3bench.core.form import fit_form
from m3bench.core.text import shorten_middle, without_surrogates
from m3bench.models import Reply, ToolUse

Action = str | Mapping[str, Any]
"""An assistant message (`content`, `tool_calls`), its text, or an answer (`answer`, `fields`)."""

LONGEST_TEXT = 200_000
"""Characters of a text that are read."""
_LONGEST_ARGUMENTS = 1_000_000
_LONGEST_NAME = 300
_MOST_CALLS = 256
_FORMAT = 'Send an assistant message: {"content": TEXT, "tool_calls": […]}, or {"answer": TEXT}.'


class ReadAction(msgspec.Struct, frozen=True):
    """What an action says."""

    reply: Reply = Reply()
    answer: str | None = None
    """An answer that is marked as one."""
    fields: dict[str, Any] | None = None
    problem: str | None = None
    """Why nothing can be done with it."""
    left_out: int = 0
    """Calls that were not read."""


def read_action(action: Any, form: AnswerForm | None = None) -> ReadAction:
    """Read an action. Nothing is raised: what cannot be read is a problem of the policy."""
    if isinstance(action, str):
        return ReadAction(Reply(_text(action)))
    if not isinstance(action, Mapping):
        return ReadAction(problem=f"The action is of type {type(action).__name__}. {_FORMAT}")
    if "answer" in action and "tool_calls" not in action:
        return _read_answer(action, form)
    if not {"content", "tool_calls"} & action.keys():
        return ReadAction(problem=f"The action has neither content nor tool_calls. {_FORMAT}")
    calls = action.get("tool_calls")
    if calls is not None and not isinstance(calls, list | tuple):
        return ReadAction(problem=f"tool_calls is not a list. {_FORMAT}")
    uses = tuple(_read_call(call) for call in (calls or ())[:_MOST_CALLS])
    return ReadAction(
        Reply(_text(action.get("content")), uses), left_out=max(0, len(calls or ()) - len(uses))
    )


def _read_answer(action: Mapping[str, Any], form: AnswerForm | None) -> ReadAction:
    answer, fields = action["answer"], action.get("fields")
    if not isinstance(answer, str):
        return ReadAction(problem=f"The answer is not a text. {_FORMAT}")
    if fields is not None and (not isinstance(fields, dict) or is_too_deep(fields)):
        return ReadAction(problem="The fields of the answer are not an object.")
    fitted = None if form is None or fields is None else fit_form(form, fields)
    return ReadAction(answer=_text(answer), fields=fitted)


def _read_call(call: Any) -> ToolUse:
    """Return a call as it was written. One that cannot be read has no name."""
    function = call.get("function", call) if isinstance(call, Mapping) else None
    if not isinstance(function, Mapping):
        return ToolUse("", "", shorten_middle(without_surrogates(repr(call)[:_LONGEST_NAME])))
    identity, name, arguments = call.get("id"), function.get("name"), function.get("arguments")
    if isinstance(arguments, str) and len(arguments) > _LONGEST_ARGUMENTS:
        arguments, name = f"[{len(arguments):,} characters of arguments]", ""
    return ToolUse(
        without_surrogates(identity)[:_LONGEST_NAME] if isinstance(identity, str) else "",
        without_surrogates(name)[:_LONGEST_NAME] if isinstance(name, str) else "",
        arguments,
    )


def _text(content: Any) -> str:
    """Return the text of a message: a string, or the text parts of a list."""
    if isinstance(content, list | tuple):
        texts = [part.get("text") for part in content[:_MOST_CALLS] if isinstance(part, Mapping)]
        content = "\n".join(text for text in texts if isinstance(text, str))
    if not isinstance(content, str):
        return ""
    return without_surrogates(shorten_middle(content, LONGEST_TEXT))
