"""The spans of a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from m3bench.formats.foreign import parse_or_none
from m3bench.formats.io import Cursor
from m3bench.formats.otel.values import values_of, whole_number

_MODEL_OPERATIONS = {"chat", "generate_content", "text_completion"}
_FAILED = (2, "2", "STATUS_CODE_ERROR")


@dataclass(frozen=True)
class Span:
    """The relevant data of a span."""

    trace: str
    id: str
    parent: str | None
    name: str
    start: int
    end: int
    """Nanoseconds."""
    values: dict[str, Any]
    failed: bool = False
    message: str | None = None
    """Why it failed."""
    resource: dict[str, Any] = field(default_factory=dict)

    @property
    def operation(self) -> str | None:
        """The operation. Spans of MCP clients may have a method instead."""
        named = self.values.get("gen_ai.operation.name")
        if named is None and self.values.get("mcp.method.name") == "tools/call":
            return "execute_tool"
        return named if isinstance(named, str) else None

    @property
    def is_model_call(self) -> bool:
        return self.operation in _MODEL_OPERATIONS

    @property
    def is_tool(self) -> bool:
        return self.operation == "execute_tool"

    @property
    def tool(self) -> str:
        """The name of the tool, or else the second word of the name of the span."""
        return self.text("gen_ai.tool.name") or self.name.partition(" ")[2] or self.name

    @property
    def is_agent(self) -> bool:
        return self.operation == "invoke_agent"

    def text(self, *keys: str) -> str | None:
        """Return the first of the attributes that is a non-empty text."""
        found = (self.values.get(key) for key in keys)
        return next((value for value in found if isinstance(value, str) and value), None)

    def count(self, *keys: str) -> int | None:
        """Return the first of the attributes that is an integer."""
        given = (whole_number(self.values[key]) for key in keys if key in self.values)
        return next((number for number in given if number is not None), None)

    def structured(self, *keys: str) -> Any:
        """Return the first of the attributes that is set, parsed if it is JSON text."""
        value = next((self.values[key] for key in keys if self.values.get(key) is not None), None)
        parsed = parse_or_none(value)
        return value if parsed is None else parsed


def spans_from(line: Cursor) -> Iterator[Span]:
    """Yield the spans of one line, in the order of the file."""
    given = line["resourceSpans"]
    for resource in given.elements() if given.given else ():
        about = resource["resource"]["attributes"].value if resource["resource"].given else None
        for scope in resource["scopeSpans"].elements() if resource["scopeSpans"].given else ():
            for span in scope["spans"].elements() if scope["spans"].given else ():
                yield _span(span, values_of(about))


def _span(cursor: Cursor, resource: dict[str, Any]) -> Span:
    status = cursor["status"].value if isinstance(cursor["status"].value, dict) else {}
    return Span(
        trace=cursor["traceId"].text(),
        id=cursor["spanId"].text(),
        parent=cursor["parentSpanId"].optional_text() or None,
        name=cursor["name"].optional_text() or "",
        start=_moment(cursor["startTimeUnixNano"]),
        end=_moment(cursor["endTimeUnixNano"]),
        values=values_of(cursor["attributes"].value),
        failed=status.get("code") in _FAILED,
        message=_error_message(status.get("message"), cursor["events"].value),
        resource=resource,
    )


def _error_message(message: Any, events: Any) -> str | None:
    """Return the message of the status, or else of the recorded exception."""
    noted = [
        values_of(event.get("attributes")).get("exception.message")
        for event in (events if isinstance(events, list) else ())
        if isinstance(event, dict) and event.get("name") == "exception"
    ]
    return next((text for text in (message, *noted) if isinstance(text, str) and text), None)


def _moment(cursor: Cursor) -> int:
    if not cursor.given:
        return 0
    moment = whole_number(cursor.value)
    if moment is None:
        raise cursor.unexpected("a time in nanoseconds")
    return moment
