"""Read calls that are written as ``Action:`` and ``Action Input:`` lines."""

from __future__ import annotations

import re
from typing import Any

from m3bench.agents.parsing.lenient_json import TooDeep
from m3bench.agents.parsing.markup import MOST
from m3bench.agents.parsing.names import ToolNames
from m3bench.agents.parsing.repairs import ACTION_INPUT, BROKEN_JSON, RENAMED_TOOL
from m3bench.agents.parsing.values import read_object_at
from m3bench.core import Call

# All repetitions are bounded, so that no text takes long.
_AROUND = r"[ \t>*#_`-]{0,20}"
_NUMBER = r"(?: \d{1,3})?[ \t*_]{0,10}:[ \t*_]{0,20}"
_NAME = r"`?(?P<name>[^\s`*][^\n`*]{0,300}?)[ \t*_`.]{0,10}\r?\n(?:[ \t]{0,20}\r?\n){0,2}"
_FENCE = r"(?:```[a-z]{0,10}\s{0,10})?"
_ACTION = re.compile(rf"(?im)^{_AROUND}action{_NUMBER}{_NAME}{_AROUND}action[ _]?input{_NUMBER}{_FENCE}")
_OBSERVATION = re.compile(rf"(?im)^{_AROUND}observation{_NUMBER}")
_FINAL_ANSWER = re.compile(rf"(?im)^{_AROUND}(?:the )?final (?:answer|reply|response)[ \t*_]{{0,10}}[:：]")
_NOTHING = frozenset(("", "none", "null", "n/a", "{}", "()"))


def action_calls(text: str, names: ToolNames) -> tuple[Call, ...]:
    """Read the actions before the first observation. Empty if one is not a call of a mounted tool.

    A text with a final answer has no calls: its actions are a summary of the work.
    """
    if "ction" not in text and "CTION" not in text:
        return ()
    first = _ACTION.search(text)
    if first is None or has_final_answer(text):
        return ()
    observation = _OBSERVATION.search(text, first.end())
    text = text if observation is None else text[: observation.start()]
    calls: list[Call] = []
    for action in _ACTION.finditer(text, first.start()):
        call = _call(text, action, names)
        if call is None or len(calls) >= MOST:
            return ()
        calls.append(call)
    return tuple(calls)


def has_final_answer(text: str) -> bool:
    """Return whether a line says that the answer follows."""
    return ("inal" in text or "INAL" in text) and _FINAL_ANSWER.search(text) is not None


def _call(text: str, action: re.Match[str], names: ToolNames) -> Call | None:
    tool = names.resolve(action["name"].strip("[]\"'"))
    if tool is None:
        return None
    repairs = (ACTION_INPUT,) if tool.is_exact else (ACTION_INPUT, RENAMED_TOOL)
    if text[action.end() : action.end() + 1] == "{":
        try:
            parsed = read_object_at(text, action.end())
        except TooDeep:
            return None
        if parsed is None:
            return None
        kinds = (*repairs, BROKEN_JSON) if parsed.is_broken else repairs
        return Call(tool.name, parsed.value, repairs=kinds)
    arguments = _plain_input(text[action.end() :].partition("\n")[0].strip(" \t\r`"), tool.name, names)
    return None if arguments is None else Call(tool.name, arguments, repairs=repairs)


def _plain_input(written: str, full_name: str, names: ToolNames) -> dict[str, Any] | None:
    """Return an input that is not JSON as the argument of a tool that takes one text."""
    if written.casefold() in _NOTHING:
        return {}
    required = names.required(full_name) or tuple(names.properties(full_name) or ())
    if len(required) != 1 or not names.wants_text(full_name, required[0]):
        return None
    return {required[0]: written.strip("\"'")}
