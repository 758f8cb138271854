"""Parse answers and yes-or-no flags."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from m3bench.agents.parsing.call_values import fields_of
from m3bench.agents.parsing.markup import boxed_text, fenced_blocks
from m3bench.agents.parsing.thinking import split_thinking, without_thinking
from m3bench.agents.parsing.values import Unreadable, plain_key, read_json
from m3bench.core.text import without_surrogates

_ANSWERS = ("answer", "finalanswer", "final", "response", "reply", "finalresponse", "finalreply")
_LABEL = re.compile(r"(?i)\A[\s*#_]*(?:the )?final (?:answer|reply|response)[\s*_]*[:：][\s*_]*")
_TAG = re.compile(r"(?i)<(/?)(?:final_?)?answer>")
_FIRST_WORD = re.compile(r"[\W_]*([^\W_]+)")
_YES = frozenset(("yes", "y", "true", "1", "done", "complete", "completed", "finished", "stop", "sufficient"))
_NO = frozenset(("no", "n", "false", "0", "not", "continue", "incomplete", "unfinished", "none", "null"))


def read_flag(value: Any, keys: Sequence[str]) -> bool | None:
    """Read a flag from a value, or from the first of these keys in an object.

    A text may be JSON, or state the flag in its first word. Returns None if there is no flag.
    """
    if isinstance(value, str):
        read = read_json(value)
        return _spoken_flag(value) if isinstance(read, Unreadable | str | list) else read_flag(read, keys)
    if isinstance(value, dict):
        fields = fields_of(value)
        entry = next((fields[key] for key in map(plain_key, keys) if key in fields), None)
        return _spoken_flag(entry) if isinstance(entry, str) else _plain_flag(entry)
    return _plain_flag(value)


def read_answer(text: str) -> str:
    """Return the answer in a reply, without thinking and without its tag, object, box or label."""
    claimed = claimed_answer(text)
    if claimed is not None:
        return claimed
    reply, thought = split_thinking(without_surrogates(text))
    return (reply.strip() or thought.strip()).lstrip("\ufeff")


def claimed_answer(text: str) -> str | None:
    """Return the answer that a text marks by tag, object, box or label; None without one."""
    reply = without_thinking(without_surrogates(text)).strip().lstrip("\ufeff")
    entry = _object_answer(reply)
    if entry is not None:
        return entry
    tagged = _tagged(reply)
    plain = _LABEL.sub("", reply if tagged is None else tagged, count=1).strip()
    return None if tagged is None and plain == reply else plain


def _plain_flag(value: Any) -> bool | None:
    if isinstance(value, bool):
        return value
    return bool(value) if isinstance(value, int | float) and value in (0, 1) else None


def _spoken_flag(text: str) -> bool | None:
    word = _FIRST_WORD.match(without_thinking(text))
    first = word[1].casefold() if word is not None else ""
    return True if first in _YES else False if first in _NO else None


def _object_answer(text: str) -> str | None:
    """Return the answer of a text that is a single JSON object or box."""
    blocks = fenced_blocks(text)
    inner = blocks[0].strip() if len(blocks) == 1 and text[:3] == "```" else text
    if inner.startswith("\\boxed{") and inner.endswith("}"):
        return boxed_text(inner)
    value = read_json(inner) if inner[:1] == "{" else None
    if not isinstance(value, dict):
        return None
    fields = fields_of(value)
    entry = next((fields[key] for key in _ANSWERS if fields.get(key) is not None), None)
    if entry is None or isinstance(entry, str):
        return entry and entry.strip()
    return json.dumps(entry, ensure_ascii=False)


def _tagged(text: str) -> str | None:
    """Return the text in the last pair of answer tags."""
    tags = list(_TAG.finditer(text))
    opening = next((tag for tag in reversed(tags) if not tag[1]), None)
    if opening is None:
        return None
    closing = next((tag for tag in tags if tag[1] and tag.start() >= opening.end()), None)
    return text[opening.end() : closing.start() if closing is not None else len(text)]
