"""Parse what models write. Every function accepts any text without raising an exception.

- ``read_json(text) -> Any | Unreadable``: the JSON value, whatever surrounds it.
- ``read_calls(text, names) -> Calls``: the calls. Pass ``Calls.calls`` to ``attempt.call`` as they are: an
  unreadable item is a call without a name, which ends as illegal_format. ``Calls.problems`` describes what
  was not understood. No calls and no problems means that the model wants no call.
- ``calls_of(value, names) -> Calls``: the same from a parsed value.
- ``read_written_calls(text, names, form) -> tuple[Call, ...]``: the calls of a reply that is an answer
  unless it is clearly a call.
- ``illegal_call(text) -> Call``: an unreadable reply, for the record.
- ``refuse_repaired(call) -> Call``: a repaired call as an unreadable one, for strict runs.
- ``read_flag(value, keys) -> bool | None``: yes or no, from a text, a JSON text or a value.
- ``read_answer(text) -> str``: the answer, without thinking, tags, boxes and labels.
- ``claimed_answer(text) -> str | None``: the same, only if the text marks it as the answer.
- ``read_form_answer(form, text) -> Filled``: the answer in prose and its form.
- ``without_thinking(text) -> str``: the text without thinking.
- ``ToolNames(tools)``: resolves names in any spelling that fits only one tool.

What had to be repaired to read a call is in `Call.repairs`; the kinds are in ``repairs.py``.
"""

from m3bench.agents.parsing.answers import claimed_answer, read_answer, read_flag
from m3bench.agents.parsing.calls import Calls, calls_of, read_calls
from m3bench.agents.parsing.forms import FormAnswer, read_form_answer
from m3bench.agents.parsing.names import ToolNames
from m3bench.agents.parsing.repairs import RENAMED_TOOL, illegal_call, refuse_repaired, with_repairs
from m3bench.agents.parsing.thinking import without_thinking
from m3bench.agents.parsing.values import Unreadable, read_json
from m3bench.agents.parsing.written import read_written_calls

__all__ = [
    "RENAMED_TOOL",
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
    "read_written_calls",
    "refuse_repaired",
    "with_repairs",
    "without_thinking",
]
