"""Rules of all real providers, so that a request that passes here is likely to pass there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from m3bench.models import Assistant, Message, Request, ToolReturn, ToolUse

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
LONGEST_NAME = 64
"""Characters of a tool's name that all providers take."""


def problem_of(request: Request, longest_name: int = LONGEST_NAME) -> str | None:
    """Return what a provider would reject, or None."""
    return next(
        (problem for problem in (*_names(request, longest_name), *_pairs(request.messages)) if problem), None
    )


def _names(request: Request, longest: int) -> Iterator[str]:
    names = [tool.name for tool in request.tools]
    wrong = (name for name in names if not _NAME.fullmatch(name) or len(name) > longest)
    yield from (f"{name!r} is not a valid tool name" for name in wrong)
    if len(set(names)) < len(names):
        yield "two tools have the same name"
    if not request.messages:
        yield "there are no messages"


def _pairs(messages: Sequence[Message]) -> Iterator[str]:
    """Each call needs its result directly after its message, and each result needs its call."""
    open_calls: list[str] = []
    for message in messages:
        if isinstance(message, ToolReturn):
            if _key(message) not in open_calls:
                yield f"the result {_key(message)!r} does not match a call in the previous message"
            else:
                open_calls.remove(_key(message))
            continue
        if open_calls:
            yield f"the call {open_calls[0]!r} has no result"
        open_calls = list(map(_key, message.calls)) if isinstance(message, Assistant) else []
    if open_calls:
        yield f"the call {open_calls[0]!r} has no result"


def _key(of: ToolUse | ToolReturn) -> str:
    """Google's calls may have no id. They are then identified by name and order."""
    return of.id or of.name
