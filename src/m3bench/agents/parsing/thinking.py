"""Separate the thinking of a model from its reply."""

from __future__ import annotations

import re

_TAGS = "think|thinking|thought|reasoning|scratchpad|seed:think"
_OPENING = re.compile(rf"(?im)^[ \t]*<({_TAGS})>")
_CLOSING = re.compile(rf"(?i)</({_TAGS})>")


def without_thinking(text: str) -> str:
    """Return the text without thinking. Text after an unclosed tag is thinking."""
    return split_thinking(text)[0]


def split_thinking(text: str) -> tuple[str, str]:
    """Return the reply, and the thinking after an unclosed tag."""
    if "<" not in text:
        return text, ""
    parts, start = [], 0
    first = _CLOSING.search(text)
    opening = _OPENING.search(text)
    if first is not None and (opening is None or first.start() < opening.start()):
        # The chat templates of many models put the opening tag into the prompt.
        start = first.end()
    while (opening := _OPENING.search(text, start)) is not None:
        parts.append(text[start : opening.start()])
        closing = _CLOSING.search(text, opening.end())
        if closing is None:
            return "".join(parts), text[opening.end() :]
        start = closing.end()
    return "".join([*parts, text[start:]]), ""
