"""Parse what models write. Every function accepts any text without raising an exception.

- ``read_json(text) -> Any | Unreadable``: the JSON value, whatever surrounds it.
- ``read_calls(text, names) -> Calls``: the calls. Pass ``Calls.calls`` to ``attempt.call`` as they are: an
  unreadable item is a call without a name, which ends as illegal_format. ``Calls.problems`` describes what
  was not understood. No calls and no problems means that the model wants no call.
- ``calls_of(value, names) -> Calls``: the same from a parsed value.
- ``illegal_call(text) -> Call``: an unreadable reply, for the record.
- ``read_flag(value, keys) -> bool | None``: yes or no, from a text, a JSON text or a value.
- ``read_answer(text) -> str``: the answer, without thinking, tags, boxes and labels.
- ``claimed_answer(text) -> str | None``: the same, only if the text marks it as the answer.
- ``read_form_answer(form, text) -> Filled``: the answer in prose and its form.
- ``without_thinking(text) -> str``: the text without thinking.
- ``ToolNames(tools)``: resolves an alias, a full name, or a unique tool name.
"""

from m3bench.agents.parsing.answers import claimed_answer, read_answer, read_flag
from m3bench.agents.parsing.calls import Calls, calls_of, illegal_call, read_calls
from m3bench.agents.parsing.forms import FormAnswer, read_form_answer
from m3bench.agents.parsing.names import ToolNames
from m3bench.agents.parsing.thinking import without_thinking
from m3bench.agents.parsing.values import Unreadable, read_json

__all__ = [
    "Calls",
    "FormAnswer",
    "ToolNames",
    "Unreadable",
    "calls_of",
    "claimed_answer",
    "illegal_call",
    "read_answer",
    "read_calls",
    "read_flag",
    "read_form_answer",
    "read_json",
    "without_thinking",
]
