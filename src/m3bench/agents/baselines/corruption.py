"""Corrupt single calls."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from m3bench.agents.baselines.mistakes import OF_CALLS, Mistake, PlannedMistake
from m3bench.agents.baselines.slips import leaves, other_number, other_words, replace_at
from m3bench.core import Call

_INVENTED = ("verbose", "depth_limit", "format_hint", "priority")

Corruptor = Callable[[Call, Sequence[str], random.Random], list[Call] | None]
"""Takes a call and the names of all tools; returns the calls to make instead, or None if not applicable."""


def corrupt(call: Call, planned: PlannedMistake, tools: Sequence[str]) -> tuple[Mistake, list[Call]]:
    """Return the mistake made, which is the planned one or the next that applies, and the calls to make."""
    first = OF_CALLS.index(planned.mistake)
    for mistake in (*OF_CALLS[first:], *OF_CALLS[:first]):
        corrupted = _CORRUPTORS[mistake](call, tools, planned.dice)
        if corrupted is not None:
            return mistake, corrupted
    raise AssertionError("a call can always be left out")


def _tool_of(
    call: Call, tools: Sequence[str], dice: random.Random, *, same_server: bool
) -> list[Call] | None:
    others = [
        name for name in tools if (name.partition("/")[0] == call.server) is same_server and name != call.name
    ]
    return [Call(dice.choice(others), call.arguments)] if others else None


def _unknown_tool(call: Call, tools: Sequence[str], dice: random.Random) -> list[Call]:
    ending = dice.choice(("_v2", "_all", "_by_name"))
    while f"{call.name}{ending}" in tools:
        ending += "_v2"
    return [Call(f"{call.name}{ending}", call.arguments)]


def _number(call: Call, _: Sequence[str], dice: random.Random) -> list[Call] | None:
    numbers = [
        (path, value)
        for path, value in leaves(call.arguments)
        if isinstance(value, int | float) and not isinstance(value, bool)
    ]
    if not numbers:
        return None
    path, value = dice.choice(numbers)
    return [Call(call.name, replace_at(call.arguments, path, other_number(value, dice)))]


def _words(call: Call, _: Sequence[str], dice: random.Random) -> list[Call] | None:
    texts = [(path, value) for path, value in leaves(call.arguments) if path and isinstance(value, str)]
    if not texts:
        return None
    path, value = dice.choice(texts)
    return [Call(call.name, replace_at(call.arguments, path, other_words(value, dice)))]


def _missing(call: Call, _: Sequence[str], dice: random.Random) -> list[Call] | None:
    if not isinstance(call.arguments, dict) or not call.arguments:
        return None
    gone = dice.choice(list(call.arguments))
    return [Call(call.name, {name: value for name, value in call.arguments.items() if name != gone})]


def _invented(call: Call, _: Sequence[str], dice: random.Random) -> list[Call] | None:
    given: dict[str, Any] = call.arguments if isinstance(call.arguments, dict) else {}
    free = [name for name in _INVENTED if name not in given]
    return [Call(call.name, {**given, dice.choice(free): dice.choice((True, "full", 3))})] if free else None


def _broken(call: Call, *_: object) -> list[Call]:
    text = json.dumps(call.arguments, ensure_ascii=False, default=str)
    return [Call(call.name, text[:-1] if isinstance(call.arguments, dict) else f"{{{text}")]


_CORRUPTORS: dict[Mistake, Corruptor] = {
    Mistake.OTHER_TOOL: partial(_tool_of, same_server=True),
    Mistake.FOREIGN_TOOL: partial(_tool_of, same_server=False),
    Mistake.UNKNOWN_TOOL: _unknown_tool,
    Mistake.DROPPED: lambda *_: [],
    Mistake.REPEATED: lambda call, *_: [call, call],
    Mistake.NUMBER: _number,
    Mistake.WORDS: _words,
    Mistake.MISSING: _missing,
    Mistake.INVENTED: _invented,
    Mistake.BROKEN: _broken,
}
