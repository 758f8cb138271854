"""Read a transcript from the blobs of a run."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

import msgspec

from m3bench.core import Content, FormatError, Media
from m3bench.models import Message, Reply, Request, ToolOffer
from m3bench.runs.store.blobs import BlobError, Blobs
from m3bench.runs.store.transcript.lines import (
    FORMAT,
    LARGEST_FILE,
    AnyLine,
    Header,
    Line,
    Part,
    decode_line,
    decode_value,
    decompress,
)

_CHANGED = "it does not match its SHA-256: it was changed or damaged"


class TranscriptError(FormatError):
    """A transcript is missing, or was changed."""


class ReadExchange(msgspec.Struct, frozen=True, kw_only=True):
    """A request to a model, and what came of it."""

    by: str
    model: str
    request: Request
    same: int
    """How many messages it has in common with the beginning of the previous request by the same asker."""
    reply: Reply | None = None
    error: str | None = None
    cached: bool = False
    failed_tries: tuple[str, ...] = ()
    left_out: int = 0
    """How many parts were left out: the transcript is too long, or they are nested too deeply for JSON."""


def read_transcript(blobs: Blobs, digest: str) -> list[ReadExchange]:
    """Return all exchanges. Bytes of messages stay in the blobs: `media_bytes` returns them.

    Raises:
        TranscriptError: The transcript or a part of it is missing or was changed; names the file.
    """
    return list(_Reader(blobs, digest).exchanges())


def transcript_digests(blobs: Blobs, digest: str) -> set[str]:
    """Return the digests of a transcript and of all blobs that it names. A damaged one names none."""
    digests = {digest}
    try:
        for exchange in _Reader(blobs, digest, digests).exchanges():
            for message in exchange.request.messages:
                parts: tuple[Content, ...] = getattr(message, "content", ())
                digests |= {part.digest for part in parts if isinstance(part, Media) and part.digest}
    except FormatError:
        return digests
    return digests


def media_bytes(blobs: Blobs, message: Message) -> Message:
    """Return a message with the bytes of its content. Raises `BlobError`."""
    content: tuple[Content, ...] = getattr(message, "content", ())
    if not content:
        return message
    filled = [
        msgspec.structs.replace(part, data=blobs.get(part.digest), digest=None)
        if isinstance(part, Media) and part.digest and part.data is None
        else part
        for part in content
    ]
    return msgspec.structs.replace(message, content=tuple(filled))


class _Reader:
    def __init__(self, blobs: Blobs, digest: str, named: set[str] | None = None) -> None:
        self._blobs, self._digest = blobs, digest
        self._named = named if named is not None else set()
        self._parts: dict[str, Part] = {}
        self._values: dict[tuple[str, str], Any] = {}
        self._last: dict[str, tuple[str, ...]] = {}

    def exchanges(self) -> Iterator[ReadExchange]:
        for line in self._lines():
            if isinstance(line, Part):
                self._parts[line.sha256] = line
                self._named |= {line.blob} if line.blob else set()
            elif isinstance(line, Line):
                yield self._exchange(line)

    def _lines(self) -> Iterator[AnyLine]:
        data = self._blob(self._digest)
        for number, raw in enumerate(data.splitlines(), start=1):
            try:
                line = decode_line(raw)
            except (msgspec.MsgspecError, RecursionError, ValueError) as error:
                raise self._problem(f"not a line of a transcript: {error}", number) from None
            if number == 1 and (not isinstance(line, Header) or line.format != FORMAT):
                raise self._problem("made by another version of m3bench, or not a transcript", number)
            yield line

    def _exchange(self, line: Line) -> ReadExchange:
        names = (*self._last.get(line.by, ())[: line.same], *line.messages)
        self._last[line.by] = names
        messages = tuple(self._value(name, "message") for name in names)
        tools = self._value(line.tools, "tools") if line.tools else ()
        reply = self._value(line.reply, "reply") if line.reply else None
        known = tuple(message for message in messages if message is not None)
        return ReadExchange(
            by=line.by,
            model=line.model,
            request=Request(known, tools or (), line.settings),
            same=sum(message is not None for message in messages[: line.same]),
            reply=reply,
            error=line.error,
            cached=line.cached,
            failed_tries=line.failed_tries,
            left_out=len(messages) - len(known) + (tools is None) + (bool(line.reply) and reply is None),
        )

    def _value(self, digest: str, kind: str) -> Any:
        """Return the value of a part; None if it was left out."""
        if (kind, digest) not in self._values:
            self._values[kind, digest] = self._decoded(digest, kind)
        return self._values[kind, digest]

    def _decoded(self, digest: str, kind: str) -> Any:
        part = self._parts.get(digest)
        if part is None:
            raise self._problem(f"part {digest[:12]}… is missing")
        if part.left_out is not None:
            return None
        raw = self._blob(part.blob) if part.blob else bytes(part.value)
        if hashlib.sha256(raw).hexdigest() != digest:
            raise self._problem(f"part {digest[:12]}…: {_CHANGED}")
        try:
            return decode_value(raw, _KINDS[kind])
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise self._problem(f"part {digest[:12]}… is not a {kind}: {error}") from None

    def _blob(self, digest: str) -> bytes:
        try:
            data = self._blobs.get(digest, LARGEST_FILE)
            return decompress(data)
        except BlobError as error:
            raise TranscriptError(error.problem, file=error.file) from None
        except FormatError as error:
            raise TranscriptError(error.problem, file=str(self._blobs.path(digest))) from None

    def _problem(self, problem: str, line: int | None = None) -> TranscriptError:
        place = None if line is None else f"line {line}"
        return TranscriptError(problem, file=str(self._blobs.path(self._digest)), place=place)


_KINDS: dict[str, Any] = {"message": Message, "tools": tuple[ToolOffer, ...], "reply": Reply}
