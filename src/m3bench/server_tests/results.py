"""What tools return, in words."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from m3bench.core import Call, Content, Data, Outcome, Text, part_value, protocol_events
from m3bench.core.text import shorten

_SAID = 160
_SILENCE = "did not answer within"


def said_in(content: Sequence[Content]) -> str:
    """Return the beginning of the text of a result; without text, its data or its kinds of media."""
    texts = [part.text for part in content if isinstance(part, Text)]
    data = [json.dumps(part.value, ensure_ascii=False) for part in content if isinstance(part, Data)]
    kinds = [part.media_type for part in content if not isinstance(part, Text | Data)]
    for parts in (texts, data, kinds):
        text = " ".join(" ".join(parts).split())
        if text:
            return shorten(text, _SAID)
    return ""


def is_nothing(content: Sequence[Content]) -> bool:
    """Return whether a result has no value in it: no content, blank text, or only empty lists and objects."""
    return all(isinstance(part, Text | Data) and _is_blank(part_value(part)) for part in content)


def timeout_of(call: Call) -> str | None:
    """Return what is said of a call that was not answered in time; None for other calls."""
    if call.outcome is not Outcome.SERVER_FAULT:
        return None
    if call.result is None:
        return "there was no answer in time"
    reason = protocol_events(call.result.meta).cancelled or ""
    return f"the server {reason}" if reason.startswith(_SILENCE) else None


def _is_blank(value: Any) -> bool:
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Mapping):
            waiting += item.values()
        elif isinstance(item, list):
            waiting += item
        elif item is not None and (not isinstance(item, str) or item.strip()):
            return False
    return True
