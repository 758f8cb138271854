"""Find calls in a native reply without calls, which is an answer unless it is clearly a call.

A text is a call only if every call in it names a mounted tool, and if the calls stand by themselves: in tags,
in code fences, or on lines of their own. A call that is mentioned in a sentence is part of an answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from m3bench.agents.parsing.action_lines import action_calls, has_final_answer
from m3bench.agents.parsing.call_values import ParsedCall, fields_of, items_of, parse_calls
from m3bench.agents.parsing.calls import calls_in_tag, clean_calls
from m3bench.agents.parsing.lenient_json import ParsedValue, TooDeep
from m3bench.agents.parsing.markup import MOST, fenced_blocks, tagged_calls
from m3bench.agents.parsing.names import ToolNames
from m3bench.agents.parsing.python_calls import python_calls
from m3bench.agents.parsing.repairs import BROKEN_JSON, RENAMED_TOOL, WRITTEN_CALL, with_repairs
from m3bench.agents.parsing.values import find_containers, unquote
from m3bench.core import AnswerForm, Call, canonical_json
from m3bench.core.form import fit_form
from m3bench.core.text import without_surrogates

_MAYBE = re.compile(r"[{\[(<]|(?i:action)")
_ANSWER_TAG = re.compile(r"(?i)<(?:final_?)?answer>")
_ANSWERS = ("answer", "finalanswer", "finalresponse", "finalreply")
_NOTHING: tuple[Any, ...] = (None, "", [], {})
_MARKER = re.compile(r"(?:TOOL_CALLS?|python_tag|tool_calls?|function_call)\W{0,5}\Z")
_LONGEST_LEAD = 2_000


def read_written_calls(text: str, names: ToolNames, form: AnswerForm | None = None) -> tuple[Call, ...]:
    """Return the calls that a reply consists of, without thinking; empty if the reply is an answer.

    Args:
        text: The reply.
        names: The mounted tools.
        form: The form of the answer. An object that fills it in is an answer.
    """
    if _MAYBE.search(text) is None:
        return ()
    text = without_surrogates(text)
    if has_final_answer(text) or _ANSWER_TAG.search(text) is not None:
        return ()
    try:
        calls = _find(text, names, form)
    except (TooDeep, RecursionError):
        return ()
    unique = {canonical_json([call.name, call.arguments]): call for call in reversed(calls)}
    kept = list(unique.values())[::-1]
    return tuple(with_repairs(call, WRITTEN_CALL) for call in clean_calls(kept, text))


def _find(text: str, names: ToolNames, form: AnswerForm | None) -> tuple[Call, ...]:
    tagged = _tagged_calls(text, names)
    if tagged:
        return tagged if all(_fits(call, names) for call in tagged) else ()
    groups = [(value, _parts(value.value, names)) for value in _standing_values(text)]
    if any(_is_answer(value.value, form, is_call=bool(parts)) for value, parts in groups):
        return ()
    calls = [(value, parts) for value, parts in groups if parts]
    if not calls:
        return python_calls(text, names) or action_calls(text, names)
    if not all(_is_meant(part, names) for _, parts in calls for part in parts):
        return ()
    lists = [(value, parts) for value, parts in calls if items_of(value.value) is not None]
    return tuple(
        with_repairs(part.call, BROKEN_JSON) if value.is_broken else part.call
        for value, parts in lists[-1:] or calls
        for part in parts
    )


def _tagged_calls(text: str, names: ToolNames) -> tuple[Call, ...]:
    read = [calls_in_tag(tag, names) for tag in tagged_calls(text)]
    return tuple(call for calls in read if calls is not None for call in calls.calls)


def _parts(value: Any, names: ToolNames) -> tuple[ParsedCall, ...]:
    """Return the calls of a value; empty if it, or one of its items, is not a call."""
    items = items_of(value)
    if items is None:
        parts = parse_calls(value, names)
        return parts if all(map(_is_call, parts)) else ()
    groups = [_parts(part, names) for item in items[:MOST] if isinstance(part := unquote(item), dict)]
    if len(groups) < len(items) or not all(groups):
        return ()
    return tuple(part for group in groups for part in group)


def _is_call(part: ParsedCall) -> bool:
    """Return whether this is not a record with a name: it has arguments, or the exact name of a tool."""
    return part.has_arguments or (part.is_known and part.is_full and RENAMED_TOOL not in part.call.repairs)


def _is_meant(part: ParsedCall, names: ToolNames) -> bool:
    return part.is_known and (part.is_full or _fits(part.call, names))


def _fits(call: Call, names: ToolNames) -> bool:
    """Return whether a call names a mounted tool. In another spelling, its arguments must fit too."""
    if names.resolve(call.name) is None:
        return False
    known = names.properties(call.name)
    if RENAMED_TOOL not in call.repairs or known is None:
        return True
    return isinstance(call.arguments, dict) and set(call.arguments) <= set(known)


def _is_answer(value: Any, form: AnswerForm | None, *, is_call: bool) -> bool:
    """Return whether a value is an answer: it has a key that says so, or fills in the form.

    A call may have keys of the form. It is an answer only if it has no other keys.
    """
    if not isinstance(value, dict):
        return False
    fields = fields_of(value)
    if any(fields.get(key) not in _NOTHING for key in _ANSWERS):
        return True
    filled = fit_form(form, value) if form is not None else None
    if filled is None or form is None:
        return False
    return len(filled) == len(value) or (len(filled) == len(form.fields) and not is_call)


def _standing_values(text: str) -> list[ParsedValue]:
    """Return the values in code fences that hold nothing else, or those on lines of their own."""
    blocks = fenced_blocks(text)
    if blocks:
        inside = [(block, find_containers(block)) for block in blocks]
        return [value for block, values in inside if _is_all(block, values) for value in values]
    values = find_containers(text)
    ends = [0, *(value.end for value in values)]
    starts = [*(value.start for value in values[1:]), len(text)]
    return [
        value
        for value, begin, stop in zip(values, ends, starts, strict=False)
        if _is_lead(text[max(begin, value.start - _LONGEST_LEAD) : value.start])
        and not any(map(str.isalnum, text[value.end : stop].partition("\n")[0]))
    ]


def _is_all(block: str, values: Sequence[ParsedValue]) -> bool:
    ends = [0, *(value.end for value in values)]
    starts = [*(value.start for value in values), len(block)]
    return not any(map(str.isalnum, "".join(block[a:b] for a, b in zip(ends, starts, strict=True))))


def _is_lead(before: str) -> bool:
    """Return whether a value may follow: at the beginning of a line, after a colon or a marker."""
    line = before.rpartition("\n")[2].rstrip()
    return line.endswith(":") or not any(map(str.isalnum, line)) or _MARKER.search(line) is not None
