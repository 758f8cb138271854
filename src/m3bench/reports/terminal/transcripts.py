"""Transcripts for the terminal: each request with what is new in it, and its reply."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from textwrap import indent
from typing import Any

import msgspec

from m3bench.core import Content, Data, Media, Text
from m3bench.core.text import shorten_middle
from m3bench.runs.store import ReadExchange

_LONGEST_TEXT = 1_000
_MOST_NAMES = 8


def transcript_lines(
    exchanges: Sequence[ReadExchange], seconds: Sequence[float] = (), *, full: bool = False
) -> Iterator[str]:
    """Yield the lines of a transcript.

    Args:
        exchanges: The requests in order.
        seconds: The time of each until its reply.
        full: Do not shorten long texts.
    """
    shown = _Shown(full=full)
    for number, exchange in enumerate(exchanges):
        yield from shown.exchange(number, exchange, seconds[number] if number < len(seconds) else None)


class _Shown:
    def __init__(self, *, full: bool) -> None:
        self._full = full
        self._tools: Any = None

    def exchange(self, number: int, exchange: ReadExchange, seconds: float | None) -> Iterator[str]:
        given = msgspec.to_builtins(exchange.request.settings)
        settings = [f", {name} {value}" for name, value in given.items()]
        yield f"request {number + 1} by the {exchange.by} to {exchange.model}{''.join(settings)}"
        if exchange.same:
            yield f"  {_counted(exchange.same, 'message')} as before"
        yield from self._tool_names(exchange)
        for message in exchange.request.messages[exchange.same :]:
            yield from self._message(message)
        if exchange.left_out:
            yield f"  {_counted(exchange.left_out, 'part')} not kept: too long, or not JSON"
        yield from (f"  failed try: {error}" for error in exchange.failed_tries)
        yield from self._reply(exchange, seconds)

    def _tool_names(self, exchange: ReadExchange) -> Iterator[str]:
        tools = exchange.request.tools
        if tools and tools != self._tools:
            names = [tool.name for tool in (tools if self._full else tools[:_MOST_NAMES])]
            more = ", …" if len(names) < len(tools) else ""
            yield f"  {_counted(len(tools), 'tool')}: {', '.join(names)}{more}"
        self._tools = tools

    def _message(self, message: Any) -> Iterator[str]:
        name = f" {message.name}" if hasattr(message, "name") else ""
        error = ", an error" if getattr(message, "is_error", False) else ""
        yield f"  {message.__struct_config__.tag}{name}{error}"
        yield from self._text(getattr(message, "text", ""))
        for part in getattr(message, "content", ()):
            yield from self._text(_content(part))
        yield from self._calls(getattr(message, "calls", ()))

    def _reply(self, exchange: ReadExchange, seconds: float | None) -> Iterator[str]:
        reply = exchange.reply
        if reply is None:
            yield f"  no reply: {exchange.error or 'it was not kept'}"
            return
        facts = [
            f"finish reason {reply.finish_reason}" if reply.finish_reason else "",
            _tokens(exchange),
            "from the reply cache" if exchange.cached else "" if seconds is None else f"{seconds:.2f} s",
        ]
        yield f"  {', '.join(['reply', *filter(None, facts)])}"
        if reply.reasoning:
            yield from self._text(f"[reasoning] {reply.reasoning}")
        yield from self._text(reply.text)
        yield from self._calls(reply.calls)

    def _calls(self, calls: Sequence[Any]) -> Iterator[str]:
        for call in calls:
            arguments = call.arguments if isinstance(call.arguments, str) else json.dumps(call.arguments)
            yield from self._text(f"{call.name} {arguments}")

    def _text(self, text: str) -> Iterator[str]:
        if text:
            yield indent(text if self._full else shorten_middle(text, _LONGEST_TEXT), "    ")


def _content(part: Content) -> str:
    match part:
        case Text():
            return part.text
        case Data():
            return json.dumps(part.value)
        case Media():
            blob = f", blobs/{part.digest[:2]}/{part.digest[2:]}" if part.digest else ""
            return f"[{part.media_type}{f' {part.uri}' if part.uri else ''}{blob}]"


def _tokens(exchange: ReadExchange) -> str:
    reply = exchange.reply
    if reply is None or reply.usage.input_tokens is None:
        return ""
    cached = "" if reply.cached_tokens is None else f" ({reply.cached_tokens:,} cached)"
    return f"{reply.usage.input_tokens:,} tokens in{cached}, {reply.usage.output_tokens or 0:,} out"


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
