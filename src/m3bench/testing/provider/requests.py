"""Parse HTTP requests to the fake provider."""

from __future__ import annotations

import json
from collections.abc import Iterable

import msgspec

from m3bench.models import Request
from m3bench.testing.provider.anthropic_wire import AnthropicWire
from m3bench.testing.provider.google_wire import GoogleWire
from m3bench.testing.provider.openai_wire import OpenAIWire
from m3bench.testing.provider.responses_wire import ResponsesWire
from m3bench.testing.provider.rules import problem_of
from m3bench.testing.provider.seen import SECRET_HEADERS, SeenRequest
from m3bench.testing.provider.wires import Wire

WIRES: dict[str, Wire] = {
    wire.name: wire for wire in (OpenAIWire(), ResponsesWire(), AnthropicWire(), GoogleWire())
}


class InvalidRequest(Exception):
    """A request that a real provider would reject, too."""


def wire_of(path: str) -> Wire | None:
    """Return the API that a path belongs to."""
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
