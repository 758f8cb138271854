"""What a model meant by what it wrote. Every function here is total: no text raises an exception.

- ``read_json(text) -> Any | Unreadable``: the JSON value meant, whatever is around it.
- ``read_calls(text, names) -> Calls``: the calls meant. ``Calls.calls`` go to ``attempt.call`` as they are:
  an item that cannot be read is a call without a name, which ends as illegal_format. ``Calls.problems`` says
  what was not understood; no calls and no problems means that the model wishes no call.
- ``calls_of(value, names) -> Calls``: the same from a value that was read already.
- ``illegal_call(text) -> Call``: a whole reply that cannot be read, for the record.
- ``read_flag(value, keys) -> bool | None``: a yes or a no, in a text, a JSON text or a value.
- ``read_answer(text) -> str``: the answer, without thinking, tags, boxes and labels.
- ``claimed_answer(text) -> str | None``: the same, only where the text says that it is the answer.
- ``read_form_answer(form, text) -> Filled``: the answer in prose, and the form that is filled in beside it.
- ``without_thinking(text) -> str``: the text without thinking.
- ``ToolNames(tools)``: what a written name means: alias, full name, or a tool's own name where it is unique.
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
