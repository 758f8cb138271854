"""Parse HTTP requests to the fake provider, by the rules of all real providers.

A request that passes here is likely to pass there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from m3bench.models import Assistant, Message, Request, ToolReturn, ToolUse
from m3bench.testing.provider.anthropic_wire import AnthropicWire
from m3bench.testing.provider.google_wire import GoogleWire
from m3bench.testing.provider.openai_wire import OpenAIWire
from m3bench.testing.provider.responses_wire import ResponsesWire
from m3bench.testing.provider.seen import SECRET_HEADERS, SeenRequest
from m3bench.testing.provider.wires import LONGEST_NAME, Wire

WIRES: dict[str, Wire] = {
    wire.name: wire for wire in (OpenAIWire(), ResponsesWire(), AnthropicWire(), GoogleWire())
}
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")


class InvalidRequest(Exception):
    """A request that a real provider would reject, too."""


def wire_of(path: str) -> Wire | None:
    return next((wire for wire in WIRES.values() if wire.takes(path)), None)


def read_seen(wire: Wire, path: str, headers: Iterable[tuple[str, str]], data: bytes) -> SeenRequest:
    """Parse a request. Raises `InvalidRequest`."""
    sent = {name.lower(): value for name, value in headers}
    try:
        body = json.loads(data)
        seen = SeenRequest(
            wire=wire.name,
            path=path,
            model=wire.model(path, body),
            request=_checked(wire.read(body)),
            stream=wire.streams(path, body),
            body=body,
            headers={name: value for name, value in sent.items() if name not in SECRET_HEADERS},
            has_key=not SECRET_HEADERS.isdisjoint(sent),
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise InvalidRequest(f"Invalid request: {_reason(error)}.") from error
    if problem := problem_of(seen.request, wire.longest_name):
        raise InvalidRequest(f"Invalid request: {problem}.")
    return seen


def _checked(request: Request) -> Request:
    """Return the request after checking the type of every field."""
    plain = msgspec.to_builtins(request, builtin_types=(bytes,))
    return msgspec.convert(plain, Request, builtin_types=(bytes,))


# msgspec inspects a type at its first use, and crashes if two threads do so at once.
_checked(Request(()))


def _reason(error: Exception) -> str:
    return f"{error} is missing" if isinstance(error, KeyError) else str(error)


def problem_of(request: Request, longest_name: int = LONGEST_NAME) -> str | None:
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
