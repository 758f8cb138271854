"""Kinds of repairs that calls may need to be read. They are kept in `Call.repairs`."""

from __future__ import annotations

import msgspec

from m3bench.core import Call, canonical_json
from m3bench.core.text import shorten_middle, without_surrogates

WRITTEN_CALL = "written_call"
"""Written as text by a model that has native function calls."""
PYTHON_CALL = "python_call"
"""Written like Python: ``weather.get_weather(location="Oslo")``."""
ACTION_INPUT = "action_input"
"""Written as lines that begin with ``Action:`` and ``Action Input:``."""
TAGGED_CALL = "tagged_call"
"""Name or arguments are in tags instead of JSON."""
RENAMED_TOOL = "renamed_tool"
"""The name is in another spelling, or without its server."""
RENAMED_KEYS = "renamed_keys"
"""Name and arguments are under other keys than `name` and `arguments`."""
BROKEN_JSON = "broken_json"
"""The JSON is not valid: truncated, in single quotes, with comments."""

_LONGEST_RAW = 20_000


def with_repairs(call: Call, *kinds: str) -> Call:
    """Return the call with more repairs. Each kind is noted once."""
    merged = tuple(dict.fromkeys((*kinds, *call.repairs)))
    return call if merged == call.repairs else msgspec.structs.replace(call, repairs=merged)


def illegal_call(text: str) -> Call:
    """Return a call without a name, which ends as illegal_format and records the text."""
    return Call("", shorten_middle(without_surrogates(text), _LONGEST_RAW))


def refuse_repaired(call: Call) -> Call:
    """Return a repaired call as one that ends as illegal_format. Others are returned unchanged."""
    if not call.repairs or not call.name:
        return call
    illegal = illegal_call(canonical_json({"name": call.name, "arguments": call.arguments}))
    return Call("", illegal.arguments, call.id, repairs=call.repairs)
