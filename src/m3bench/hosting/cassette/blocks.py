"""Convert recorded calls and tool listings to JSON objects that read well in a diff, and back."""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import re
import threading
from pathlib import Path
from typing import Any

import msgspec

from m3bench.core import Content, Data, M3BenchError, Media, Outcome, Text, canonical_json, size_of
from m3bench.core.redaction import redactor
from m3bench.hosting.host import Reply
from m3bench.hosting.long_json import AT_ONCE, json_pieces
from m3bench.hosting.tool import Tool

_BLOB_NAME = re.compile(r"[0-9a-f]{64}\.[a-z0-9]{1,5}")
_EXTENSIONS = {
    "application/json": "json",
    "application/pdf": "pdf",
    "audio/mpeg": "mp3",
    "audio/wav": "wav",
    "image/gif": "gif",
    "image/jpeg": "jpg",
    "image/png": "png",
    "image/svg+xml": "svg",
    "image/webp": "webp",
    "text/plain": "txt",
    "video/mp4": "mp4",
}
# Lone surrogates have no UTF-8 form; the others are invisible or reverse the text around them.
_UNSEEN = re.compile(r"[\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ud800-\udfff\ufeff]")
_LAYOUTS = {
    "compact": json.JSONEncoder(ensure_ascii=False, separators=(",", ":")),
    "spaced": json.JSONEncoder(ensure_ascii=False),
    "compact ascii": json.JSONEncoder(separators=(",", ":")),
    "spaced ascii": json.JSONEncoder(),
}
_LAID_OUT = json.JSONEncoder(ensure_ascii=False, indent=2)
_SHORT_LINE, _LONGEST_RELAID = 80, 1_000_000


class CassetteError(M3BenchError):
    """A cassette cannot be written."""


class Fault(msgspec.Struct, frozen=True):
    """The server failed."""

    reason: str


class Refusal(msgspec.Struct, frozen=True):
    """The server rejected the call."""

    code: int
    message: str


Answer = Reply | Fault | Refusal
Key = tuple[str, str, str]
"""Server, tool, canonical arguments."""


class CallHead(msgspec.Struct, frozen=True, kw_only=True):
    """Identifies a call. `occurrence` counts calls with the same key from 1, in the order of issue."""

    server: str
    tool: str
    arguments: dict[str, Any]
    occurrence: int = 1

    @property
    def key(self) -> Key:
        return self.server, self.tool, canonical_json(self.arguments)


class Ticket(CallHead, frozen=True, kw_only=True):
    """A call that was issued but not answered yet."""

    order: int


class Entry(CallHead, frozen=True, kw_only=True):
    """A recorded call."""

    answer: Answer


class Listing(msgspec.Struct, frozen=True, kw_only=True):
    """The tools from the n-th listing request on, counted from 1."""

    request: int
    tools: tuple[Tool, ...]
    faults: dict[str, str] = {}


def call_block(call: CallHead, answer: Answer, blobs: Path) -> dict[str, Any]:
    block: dict[str, Any] = {"server": call.server, "tool": call.tool}
    # Arguments are sorted, because their order means nothing. Answers are kept as they came.
    block["arguments"] = json.loads(canonical_json(call.arguments))
    if call.occurrence > 1:
        block["occurrence"] = call.occurrence
    return block | _answer_fields(answer, blobs)


def call_from(block: dict[str, Any], blobs: Path) -> Entry:
    """Raises KeyError, TypeError, ValueError or OSError if the block is not a call."""
    head = msgspec.convert(block, CallHead)
    return Entry(**msgspec.structs.asdict(head), answer=_answer(block, blobs))


def listing_block(listing: Listing) -> dict[str, Any]:
    groups = itertools.groupby(listing.tools, key=lambda tool: tool.server)
    servers: list[dict[str, Any]] = [
        {"name": name, "tools": [_tool_fields(tool) for tool in tools]} for name, tools in groups
    ]
    servers += [{"name": name, "fault": _lines(reason)} for name, reason in listing.faults.items()]
    return {"listing": listing.request, "servers": servers}


def listing_from(block: dict[str, Any]) -> Listing:
    """Raises KeyError, TypeError or ValueError if the block is not a listing."""
    tools = [
        msgspec.convert({**fields, "server": server["name"], **_description(fields)}, Tool)
        for server in block["servers"]
        for fields in server.get("tools", ())
    ]
    faults = {server["name"]: _joined(server["fault"]) for server in block["servers"] if "fault" in server}
    return Listing(request=msgspec.convert(block["listing"], int), tools=tuple(tools), faults=faults)


def laid_out(block: dict[str, Any]) -> bytes:
    """Return the formatted lines of a block. Invisible characters are escaped."""
    is_long = size_of(block).characters > AT_ONCE
    pieces = json_pieces(block, _LAID_OUT) if is_long else [_LAID_OUT.encode(block)]
    lines = [_UNSEEN.sub(_escaped, piece).encode() for piece in pieces]
    lines.append(b"\n")
    return b"".join(lines)


def _answer_fields(answer: Answer, blobs: Path) -> dict[str, Any]:
    if isinstance(answer, Fault):
        return {"fault": _lines(answer.reason)}
    if isinstance(answer, Refusal):
        return {"rejection": {"code": answer.code, "message": _lines(answer.message)}}
    fields: dict[str, Any] = {"content": [_part_fields(part, blobs) for part in answer.content]}
    if answer.is_error:
        fields["is_error"] = True
    if answer.outcome is not None:
        fields["outcome"] = answer.outcome.value
    return fields | ({"meta": answer.meta} if answer.meta else {})


def _answer(block: dict[str, Any], blobs: Path) -> Answer:
    if "fault" in block:
        return Fault(_joined(block["fault"]))
    if "rejection" in block:
        rejection = block["rejection"]
        return Refusal(int(rejection["code"]), _joined(rejection["message"]))
    content = tuple(_part(fields, blobs) for fields in block["content"])
    outcome = Outcome(block["outcome"]) if "outcome" in block else None
    return Reply(content, bool(block.get("is_error", False)), dict(block.get("meta", {})), outcome)


def _part_fields(part: Content, blobs: Path) -> dict[str, Any]:
    if isinstance(part, Text):
        return {"type": "text", **_text_fields(part.text)}
    if isinstance(part, Data):
        return {"type": "data", "value": part.value}
    fields: dict[str, Any] = {"type": "media", "media_type": part.media_type}
    if part.data is not None:
        fields |= {"blob": _keep(part.data, part.media_type, blobs), "size": len(part.data)}
    given = {"digest": part.digest, "uri": part.uri}
    return fields | {name: value for name, value in given.items() if value is not None}


def _part(fields: dict[str, Any], blobs: Path) -> Content:
    if fields["type"] == "data":
        return Data(fields["value"])
    if fields["type"] == "text":
        if "json" in fields:
            return Text(_LAYOUTS[fields["layout"]].encode(fields["json"]))
        return Text(_joined(fields["text"]))
    if fields["type"] != "media":
        raise ValueError(f"unknown type {fields['type']!r}")
    data = _blob(blobs, fields["blob"]) if "blob" in fields else None
    return Media(
        media_type=fields["media_type"], data=data, digest=fields.get("digest"), uri=fields.get("uri")
    )


def _keep(data: bytes, media_type: str, blobs: Path) -> str:
    data = redactor().data(data)
    name = f"{hashlib.sha256(data).hexdigest()}.{_EXTENSIONS.get(media_type, 'bin')}"
    try:
        if not (blobs / name).exists():
            blobs.mkdir(exist_ok=True)
            partial = blobs / f"{name}.{os.getpid()}-{threading.get_ident()}.partial"
            partial.write_bytes(data)
            partial.replace(blobs / name)
    except OSError as error:
        raise CassetteError(f"Cannot write the blob {blobs / name}: {error}.") from None
    return name


def _blob(blobs: Path, name: str) -> bytes:
    if not _BLOB_NAME.fullmatch(name):
        raise ValueError(f"{name!r} is not a blob name")
    data = (blobs / name).read_bytes()
    if not name.startswith(hashlib.sha256(data).hexdigest()):
        raise ValueError(f"the blob {name} was changed: its hash does not match")
    return data


def _tool_fields(tool: Tool) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.to_builtins(tool)
    del fields["server"]
    return {**fields, **({"description": _lines(tool.description)} if tool.description else {})}


def _description(fields: dict[str, Any]) -> dict[str, str]:
    return {"description": _joined(fields["description"])} if "description" in fields else {}


def _text_fields(text: str) -> dict[str, Any]:
    """Split a text into lines. JSON on one long line is stored as its value."""
    if _SHORT_LINE < len(text) < _LONGEST_RELAID and text[0] in "{[" and "\n" not in text:
        try:
            value = json.loads(text)
            for name, layout in _LAYOUTS.items():
                if layout.encode(value) == text:
                    return {"json": value, "layout": name}
        except (ValueError, RecursionError):
            pass
    return {"text": _lines(text)}


def _lines(text: str) -> str | list[str]:
    """Split a text into lines, unless it is too long for anyone to read."""
    return text.split("\n") if len(text) <= AT_ONCE and "\n" in text else text


def _joined(text: str | list[str]) -> str:
    if isinstance(text, str):
        return text
    return "\n".join(text)


def _escaped(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"
