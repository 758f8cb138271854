"""What the models of an attempt were asked, and what they replied: each request with what is new in it."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from m3bench.apps.viewer.search import json_text
from m3bench.apps.viewer.values import FIRST_PIECE, View, attributes, media_block, one_line, piece
from m3bench.core import Content, Data, Media, Text, UsageError
from m3bench.hosting.toolbox import estimate
from m3bench.runs import FinishedAttempt
from m3bench.runs.store import Blobs, ReadExchange, TranscriptError, read_transcript

REPLY, TOOLS = -1, -2
"""Numbers in the place of a message's."""
_AT_ONCE = 20
_MOST_MESSAGES = 100
_MOST_ESTIMATED = 200_000
"""Characters. Estimating takes a second for some million."""
_LONGEST_NOTE = 500
_MOST_NOTES = 20


class Transcripts:
    """Reads transcripts. The last one is kept: a page asks for the same one several times."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last: tuple[str, list[ReadExchange]] | None = None

    def view(self, blobs: Blobs, record: FinishedAttempt, start: int) -> View:
        """Return some requests from a number on, and the totals."""
        exchanges = self._read(blobs, record)
        end = start + _AT_ONCE
        numbers = range(start, min(end, len(exchanges)))
        return {
            "exchanges": [_exchange_view(exchanges, number, record) for number in numbers],
            "count": len(exchanges),
            "next": end if end < len(exchanges) else None,
            "tokens": _totals(exchanges),
            "seconds": sum(record.reply_seconds),
        }

    def prefix(self, blobs: Blobs, record: FinishedAttempt, number: int) -> View:
        """Return the messages that a request has in common with the one before it."""
        exchange = self._exchange(blobs, record, number)
        same = min(exchange.same, _MOST_MESSAGES)
        return {"messages": [_message_view(exchange, index) for index in range(same)]}

    def text(self, blobs: Blobs, record: FinishedAttempt, place: tuple[int, int, int], start: int) -> View:
        """Return the next piece of a long text. The place is a request, a message and a part of it."""
        number, message, part = place
        blocks = _blocks(self._exchange(blobs, record, number), message)
        if not 0 <= part < len(blocks):
            raise UsageError("There is no such text.", "Load the page again.")
        return piece(str(blocks[part].get("text", "")), start)

    def _exchange(self, blobs: Blobs, record: FinishedAttempt, number: int) -> ReadExchange:
        exchanges = self._read(blobs, record)
        if not 0 <= number < len(exchanges):
            raise UsageError("There is no such request.", "Load the page again.")
        return exchanges[number]

    def _read(self, blobs: Blobs, record: FinishedAttempt) -> list[ReadExchange]:
        if record.transcript is None:
            return []
        name = str(blobs.path(record.transcript))
        with self._lock:
            if self._last is None or self._last[0] != name:
                try:
                    self._last = name, read_transcript(blobs, record.transcript)
                except TranscriptError as error:
                    raise UsageError(f"The transcript cannot be shown: {error.problem}.") from None
            return self._last[1]


def _exchange_view(exchanges: Sequence[ReadExchange], number: int, record: FinishedAttempt) -> View:
    exchange = exchanges[number]
    messages = exchange.request.messages
    new = range(exchange.same, min(len(messages), exchange.same + _MOST_MESSAGES))
    before = next((earlier for earlier in reversed(exchanges[:number]) if earlier.by == exchange.by), None)
    seconds = record.reply_seconds[number] if number < len(record.reply_seconds) else None
    return {
        "number": number,
        "by": one_line(exchange.by),
        "model": one_line(exchange.model),
        "same": exchange.same,
        "same_tokens": _tokens(exchange, range(exchange.same)),
        "messages": [_message_view(exchange, index) for index in new],
        "not_shown": len(messages) - exchange.same - len(new),
        "left_out": exchange.left_out,
        "tools": _tools_view(exchange, before),
        "settings": msgspec.to_builtins(exchange.request.settings),
        "reply": _reply_view(exchange),
        "error": (exchange.error or "")[:_LONGEST_NOTE],
        "cached": exchange.cached,
        "failed_tries": [error[:_LONGEST_NOTE] for error in exchange.failed_tries[:_MOST_NOTES]],
        "seconds": seconds,
    }


def _message_view(exchange: ReadExchange, index: int) -> View:
    message = exchange.request.messages[index]
    return {
        "number": index,
        "role": str(message.__struct_config__.tag),
        "name": one_line(str(getattr(message, "name", ""))),
        "is_error": bool(getattr(message, "is_error", False)),
        "blocks": _first_pieces(_blocks(exchange, index)),
    }


def _tools_view(exchange: ReadExchange, before: ReadExchange | None) -> View:
    tools = exchange.request.tools
    same = before is not None and before.request.tools == tools
    names = [one_line(tool.name, 80) for tool in tools[:_MOST_MESSAGES]]
    blocks = [] if same else _first_pieces(_blocks(exchange, TOOLS))
    return {"count": len(tools), "same": same, "names": names, "blocks": blocks}


def _reply_view(exchange: ReadExchange) -> View | None:
    reply = exchange.reply
    if reply is None:
        return None
    return {
        "finish_reason": one_line(reply.finish_reason or ""),
        **attributes(reply.usage, "input_tokens", "output_tokens"),
        "cached_tokens": reply.cached_tokens,
        "blocks": _first_pieces(_blocks(exchange, REPLY)),
    }


def _blocks(exchange: ReadExchange, message: int) -> list[View]:
    """Return the parts of a message, of the reply or of the tools, with whole texts."""
    return [{**block, "part": part} for part, block in enumerate(_parts(exchange, message))]


def _parts(exchange: ReadExchange, message: int) -> Iterator[View]:
    if message == TOOLS:
        yield {"kind": "text", "text": json_text(msgspec.to_builtins(exchange.request.tools), 2)}
    elif message == REPLY and exchange.reply is not None:
        reply = exchange.reply
        yield {"kind": "reasoning", "text": reply.reasoning}
        yield {"kind": "text", "text": reply.text}
        yield from map(_call_block, reply.calls)
        yield {"kind": "raw", "text": "" if reply.raw is None else json_text(reply.raw, 2)}
    elif 0 <= message < len(exchange.request.messages):
        said = exchange.request.messages[message]
        yield {"kind": "text", "text": getattr(said, "text", "")}
        yield from map(_content_block, getattr(said, "content", ()))
        yield from map(_call_block, getattr(said, "calls", ()))


def _content_block(part: Content) -> View:
    match part:
        case Text():
            return {"kind": "text", "text": part.text}
        case Data():
            return {"kind": "text", "text": json_text(part.value, 2)}
        case Media():
            return media_block(part, part.digest or "")


def _call_block(call: Any) -> View:
    arguments = call.arguments if isinstance(call.arguments, str) else json_text(call.arguments)
    return {"kind": "call", "name": one_line(call.name, 200), "text": arguments}


def _first_pieces(blocks: Sequence[View]) -> list[View]:
    """Return blocks with the beginning of their texts. Empty texts are left out."""
    return [
        {**block, **piece(block["text"], 0, FIRST_PIECE)} if "text" in block else block
        for block in blocks
        if block["kind"] == "media" or block["text"] or block["kind"] == "call"
    ]


def _tokens(exchange: ReadExchange, indexes: range) -> int:
    """Estimate the tokens of messages, without pictures."""
    joined = "\n".join(str(block.get("text", "")) for index in indexes for block in _blocks(exchange, index))
    counted = estimate(joined[:_MOST_ESTIMATED])
    return counted if len(joined) <= _MOST_ESTIMATED else counted * len(joined) // _MOST_ESTIMATED


def _totals(exchanges: Sequence[ReadExchange]) -> View:
    """Add up the tokens that are known."""
    replies = [exchange.reply for exchange in exchanges if exchange.reply is not None]
    cached = [reply.cached_tokens for reply in replies if reply.cached_tokens is not None]
    return {
        "input": sum(reply.usage.input_tokens or 0 for reply in replies),
        "output": sum(reply.usage.output_tokens or 0 for reply in replies),
        "cached": sum(cached) if cached else None,
    }
