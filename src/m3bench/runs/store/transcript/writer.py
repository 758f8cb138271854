"""Write a transcript to the blobs of a run."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any

import msgspec

from m3bench.agents import WORKSPACE
from m3bench.core import Content, Media, is_too_deep
from m3bench.core.redaction import redactor
from m3bench.models import Message, Reply, Request, System, ToolOffer
from m3bench.runs.store.blobs import Blobs
from m3bench.runs.store.transcript.lines import MOST_BYTES, Header, Line, compress, encode_value

_SHARED_BYTES = 2_000
"""System prompts and lists of tools from this size are blobs of their own: other attempts have the same."""
_LINE = msgspec.json.Encoder()


class MadeExchange(msgspec.Struct, kw_only=True):
    """A request to a model, and what came of it."""

    by: str
    """Who asked: `agent`, `user`, `judge` or `retrieval`."""
    model: str
    request: Request
    """The request as it was sent."""
    reply: Reply | None = None
    error: str | None = None
    """Why there is no reply."""
    cached: bool = False
    """Whether the reply came from the reply cache."""
    failed_tries: tuple[str, ...] = ()
    """Why earlier tries failed."""


def write_transcript(
    exchanges: Sequence[MadeExchange], blobs: Blobs, workspace: Path | None = None, most: int = MOST_BYTES
) -> str | None:
    """Store a transcript without secrets, and without the path of the workspace.

    Args:
        exchanges: All requests in order.
        blobs: Gets the transcript, and what transcripts share: pictures, long lists of tools.
        workspace: The workspace of the attempt.
        most: How many bytes the parts may have.

    Returns:
        The digest of the blob; None without exchanges.
    """
    if not exchanges:
        return None
    writer = _Writer(blobs, workspace, most)
    for exchange in exchanges:
        writer.add(exchange)
    return blobs.put(compress(b"".join(writer.lines)))


class _Writer:
    """Collects the lines. Each part is written before the first exchange that names it."""

    def __init__(self, blobs: Blobs, workspace: Path | None, most: int) -> None:
        self.lines = [_LINE.encode(Header()) + b"\n"]
        self._blobs, self._left = blobs, most
        self._paths = _forms(workspace) if workspace is not None else ()
        self._known: dict[int, tuple[Any, str]] = {}
        """Digests by the identity of values, which are kept so that no other gets the same identity."""
        self._written: set[str] = set()
        self._media: dict[int, tuple[bytes, str]] = {}
        self._last: dict[str, list[str]] = {}

    def add(self, exchange: MadeExchange) -> None:
        request = exchange.request
        messages = [self._message(message) for message in request.messages]
        before = self._last.get(exchange.by, [])
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, messages, strict=False)))
        self._last[exchange.by] = messages
        line = Line(
            by=exchange.by,
            model=exchange.model,
            same=same,
            messages=tuple(messages[same:]),
            tools=self._tools(request.tools) if request.tools else None,
            settings=request.settings,
            reply=self._part(exchange.reply) if exchange.reply is not None else None,
            error=exchange.error,
            cached=exchange.cached,
            failed_tries=exchange.failed_tries,
        )
        self.lines.append(self._clean(line) + b"\n")

    def _message(self, message: Message) -> str:
        return self._once(message, lambda: self._part(self._by_digest(message), isinstance(message, System)))

    def _tools(self, tools: tuple[ToolOffer, ...]) -> str:
        return self._once(tools, lambda: self._part(tools, shared=True))

    def _once(self, value: Any, write: Any) -> str:
        known = self._known.get(id(value))
        if known is None:
            known = self._known[id(value)] = value, write()
        return known[1]

    def _part(self, value: Any, shared: bool = False) -> str:
        try:
            encoded = self._clean(value)
        except (RecursionError, TypeError, ValueError):
            return self._unwritable()
        digest = hashlib.sha256(encoded).hexdigest()
        if digest not in self._written:
            self._written.add(digest)
            self.lines.append(self._part_line(digest, encoded, shared=shared))
        return digest

    def _unwritable(self) -> str:
        """Leave out a part that is nested too deeply, or is not JSON: it must not cost the attempt."""
        digest = hashlib.sha256(b"left out %d" % len(self._written)).hexdigest()
        self._written.add(digest)
        self.lines.append(b'{"kind":"part","sha256":"%b","left_out":0}\n' % digest.encode())
        return digest

    def _part_line(self, digest: str, encoded: bytes, *, shared: bool) -> bytes:
        name = b'{"kind":"part","sha256":"%b"' % digest.encode()
        if len(encoded) > self._left:
            return b'%b,"left_out":%d}\n' % (name, len(encoded))
        self._left -= len(encoded)
        if shared and len(encoded) >= _SHARED_BYTES:
            return b'%b,"blob":"%b"}\n' % (name, self._blobs.put(compress(encoded)).encode())
        return b'%b,"value":%b}\n' % (name, encoded)

    def _clean(self, value: Any) -> bytes:
        if is_too_deep(value):  # how deep Python can go depends on its version
            raise ValueError("nested too deeply")
        encoded = redactor().document(encode_value(redactor().value(value)))
        for path in self._paths:
            encoded = encoded.replace(path, WORKSPACE.encode())
        return encoded

    def _by_digest(self, message: Message) -> Message:
        """Store the bytes of a message; return it with digests instead."""
        content: Sequence[Content] = getattr(message, "content", ())
        if not any(isinstance(part, Media) and part.data is not None for part in content):
            return message
        return msgspec.structs.replace(message, content=tuple(map(self._stored, content)))

    def _stored(self, part: Content) -> Content:
        if not isinstance(part, Media) or part.data is None:
            return part
        known = self._media.get(id(part.data))
        if known is None:
            known = self._media[id(part.data)] = part.data, self._blobs.put(part.data)
        return msgspec.structs.replace(part, data=None, digest=known[1])


def _forms(workspace: Path) -> tuple[bytes, ...]:
    """Return the path as it stands in JSON, with and without escapes."""
    path = str(workspace)
    plain = json.dumps(path, ensure_ascii=False)[1:-1].encode("utf-8", "surrogateescape")
    return tuple(dict.fromkeys((plain, json.dumps(path)[1:-1].encode())))
