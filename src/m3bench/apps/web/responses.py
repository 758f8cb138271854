"""Requests and responses of a local page."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from m3bench.core import M3BenchError, UsageError

UNKNOWN = "application/octet-stream"

_PICTURES = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF87a": "image/gif",
    b"GIF89a": "image/gif",
    b"BM": "image/bmp",
}
_PLAYED = {
    b"OggS": "audio/ogg",
    b"fLaC": "audio/flac",
    b"ID3": "audio/mpeg",
    b"\xff\xfb": "audio/mpeg",
    b"\xff\xf3": "audio/mpeg",
    b"\xff\xf2": "audio/mpeg",
    b"\x1a\x45\xdf\xa3": "video/webm",
}


def picture_type(data: bytes) -> str:
    """Return the media type of a picture that cannot contain scripts, or `UNKNOWN`."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    return _by_beginning(data, _PICTURES)


def played_type(data: bytes) -> str:
    """Return the media type of a sound or film that a browser can play, or `UNKNOWN`."""
    if data[:4] == b"RIFF" and data[8:12] == b"WAVE":
        return "audio/wav"
    if data[4:8] == b"ftyp":
        return "audio/mp4" if data[8:11] == b"M4A" else "video/mp4"
    return _by_beginning(data, _PLAYED)


def _by_beginning(data: bytes, types: dict[bytes, str]) -> str:
    return next((media_type for start, media_type in types.items() if data.startswith(start)), UNKNOWN)


_LONGEST_BODY = 1 << 21
_RANGE = re.compile(r"bytes=([0-9]{1,12})-([0-9]{1,12})?")
UNTRUSTED = {"Content-Security-Policy": "sandbox; default-src 'none'"}
"""Headers of bytes that others made. Opened as a page, they have no origin and run nothing."""
_Body = TypeVar("_Body")


def json_response(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return a JSON response in plain ASCII, because lone surrogates have no UTF-8 form."""
    return Response(json.dumps(value), status, media_type="application/json", headers=headers)


def error_response(error: Exception, status: int) -> Response:
    """Return an error with its hint, for the page to show."""
    problem = error if isinstance(error, M3BenchError) else UsageError(str(error))
    return json_response({"problem": problem.message, "hint": problem.hint or ""}, status)


def bytes_response(data: bytes, name: str, wanted: str | None = None) -> Response:
    """Return a picture, sound or film to show inline, and anything else as a download with that name.

    Args:
        data: The bytes.
        name: The name of a download.
        wanted: The header `Range`. Players ask for the part from which they play.
    """
    kind = picture_type(data) if picture_type(data) != UNKNOWN else played_type(data)
    disposition = "inline" if kind != UNKNOWN else f'attachment; filename="{name}"'
    headers = {"Content-Disposition": disposition, "Accept-Ranges": "bytes", **UNTRUSTED}
    part = _RANGE.fullmatch(wanted or "")
    if part is None:
        return Response(data, media_type=kind, headers=headers)
    start = int(part[1])
    end = min(int(part[2]) if part[2] else len(data) - 1, len(data) - 1)
    if start > end:
        return Response(status_code=416, headers={"Content-Range": f"bytes */{len(data)}"})
    headers["Content-Range"] = f"bytes {start}-{end}/{len(data)}"
    return Response(data[start : end + 1], 206, media_type=kind, headers=headers)


async def read_body(request: Request, kind: type[_Body]) -> _Body:
    """Parse the JSON body of a request. Raise `UsageError` if it is invalid or too long."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise UsageError("Only JSON is accepted.")
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > _LONGEST_BODY:
            raise UsageError("The request is too long.")
    try:
        return msgspec.convert(json.loads(bytes(data)), kind)
    except (ValueError, RecursionError, msgspec.ValidationError) as error:
        raise UsageError(f"Invalid request: {error}.", "Load the page again.") from None


def index_param(request: Request, name: str, default: str = "") -> int:
    """Return a query parameter as a list index, or -1 if it is not a number."""
    text = request.query_params.get(name, default)
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else -1
