"""How often the tools were called. The count belongs to a session (one workspace) and ends with it; it is the
one thing here that remembers earlier calls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec
from weakref import WeakKeyDictionary

from m3bench.servers.kit import Answer, Files, ToolContext, ToolFailure

P = ParamSpec("P")


class Usage:
    """Calls of one session, by tool, and how many of them were refused."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()


_SESSIONS: WeakKeyDictionary[Files, Usage] = WeakKeyDictionary()


def usage_of(context: ToolContext) -> Usage:
    return _SESSIONS.setdefault(context.files, Usage())


def count_calls(
    tool: Callable[Concatenate[ToolContext, P], Answer],
) -> Callable[Concatenate[ToolContext, P], Answer]:
    """Count the calls of a tool."""

    @wraps(tool)
    def counting(context: ToolContext, /, *args: P.args, **kwargs: P.kwargs) -> Answer:
        usage = usage_of(context)
        usage.calls[tool.__name__] += 1
        try:
            return tool(context, *args, **kwargs)
        except ToolFailure:
            usage.refused[tool.__name__] += 1
            raise

    return counting
