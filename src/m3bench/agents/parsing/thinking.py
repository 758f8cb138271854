"""Thinking aloud that a model puts before what it says."""

from __future__ import annotations

import re

_TAGS = "think|thinking|thought|reasoning|scratchpad|seed:think"
_OPENING = re.compile(rf"(?im)^[ \t]*<({_TAGS})>")
_CLOSING = re.compile(rf"(?i)</({_TAGS})>")


def without_thinking(text: str) -> str:
    """The text without thinking. What follows a tag that is never closed is thinking."""
    return split_thinking(text)[0]


def split_thinking(text: str) -> tuple[str, str]:
    """What is said, and what was thought under a tag that is never closed."""
    said, place = [], 0
    first = _CLOSING.search(text)
    opening = _OPENING.search(text)
    if first is not None and (opening is None or first.start() < opening.start()):
        # Chat templates of many models put the opening tag into the prompt.
        place = first.end()
    while (opening := _OPENING.search(text, place)) is not None:
        said.append(text[place : opening.start()])
        closing = _CLOSING.search(text, opening.end())
        if closing is None:
            return "".join(said), text[opening.end() :]
        place = closing.end()
    return "".join([*said, text[place:]]), ""
