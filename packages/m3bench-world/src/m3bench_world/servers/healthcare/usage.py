"""Call counts of the tools. A count belongs to a session (one workspace) and ends with it; it is the
only state that outlasts a call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec
from weakref import WeakKeyDictionary

from m3bench.servers.kit import Answer, Files, ToolFailure
from m3bench_world.servers.context import ToolContext

P = ParamSpec("P")


class Usage:
    """Calls and refused calls of one session, by tool."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()


_SESSIONS: WeakKeyDictionary[Files, Usage] = WeakKeyDictionary()


def usage_of(context: ToolContext) -> Usage:
    return _SESSIONS.setdefault(context.files.session, Usage())


def count_calls(
    tool: Callable[Concatenate[ToolContext, P], Answer],
) -> Callable[Concatenate[ToolContext, P], Answer]:
    """Wrap a tool to count its calls."""

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
