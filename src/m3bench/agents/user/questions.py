"""Recognize questions that an agent asks in plain text."""

from __future__ import annotations

import re

from m3bench.agents.parsing import without_thinking

_LONGEST = 1_000
_TRAILING = re.compile(r"[\s*_\"'”’)\]`>]+$")
_MOST_AFTER = 80
"""Characters that may follow the question, such as a word of thanks."""


def plain_question(text: str) -> str | None:
    """Return the question with which a text ends; None if it is none."""
    text = _TRAILING.sub("", without_thinking(text).strip())
    end = text.rfind("?")
    if end < 0 or len(text) - end > _MOST_AFTER or text.lstrip().startswith(("{", "[")):
        return None
    return text[-_LONGEST:]
