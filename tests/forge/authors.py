"""A provider that writes, judges and rewrites tasks over HTTP."""

from __future__ import annotations

import json
import re
from typing import Any

from m3bench.core import Usage
from m3bench.models import Reply
from m3bench.testing.provider import SeenRequest

MODEL = "openai/gpt-4o-mini"
"""A name with a price."""
USAGE = Usage(100_000, 10_000, 1, None)
CENTS = 2.1
"""What one question costs at that price."""


def kind_of(seen: SeenRequest) -> str:
    """What is asked for: write, filter, fuzzy, again or repair."""
    text = seen.latest
    for kind, words in (
        ("repair", "could not be read"),
        ("again", "cannot be used"),
        ("filter", "solvability"),
        ("write", "chain of calls"),
    ):
        if words in text:
            return kind
    return "fuzzy"


def reply(said: dict[str, Any] | str) -> Reply:
    return Reply(said if isinstance(said, str) else json.dumps(said), usage=USAGE)


def author(seen: SeenRequest) -> Reply:
    """Writes a request with the given values in it, and says it vaguely with its numbers kept."""
    kind = kind_of(seen)
    if kind == "filter":
        return reply({"reason": "fine", "solvability": 9, "utility": 5})
    if kind == "write":
        given = re.findall(r"given: (\{.*\})", seen.latest)
        words = " and ".join(str(value) for values in given for value in json.loads(values).values())
        return reply(
            {"request": f"I am curious about {words or 'what there is'}: what would the last figure be?"}
        )
    asked = re.search(
        r"<data>\n(.*?)\n</data>", seen.conversation.rpartition("Say the request")[2], re.DOTALL
    )
    kept = " ".join(re.findall(r"\d+(?:\.\d+)?", asked[1])) if asked else ""
    return reply({"request": f"I wonder how it ends. {kept}".strip()})
