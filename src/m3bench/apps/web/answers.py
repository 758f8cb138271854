"""What a local page is sent, and what it sends."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from m3bench.apps.web.kinds import UNKNOWN, picture_kind
from m3bench.core import M3BenchError, UsageError

_LONGEST_BODY = 1 << 21
_Body = TypeVar("_Body")


def json_response(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A JSON answer, in plain ASCII: lone surrogates have no UTF-8 form."""
    return Response(json.dumps(value), status, media_type="application/json", headers=headers)


def error_response(error: Exception, status: int) -> Response:
    """What was wrong, and what to do, for the page to show."""
    problem = error if isinstance(error, M3BenchError) else UsageError(str(error))
    return json_response({"problem": problem.message, "hint": problem.hint or ""}, status)


def picture_response(data: bytes, name: str) -> Response:
    """Pictures that cannot run anything are shown; whatever else it is, is for saving under the name."""
    kind = picture_kind(data)
    disposition = "inline" if kind != UNKNOWN else f'attachment; filename="{name}"'
    return Response(data, media_type=kind, headers={"Content-Disposition": disposition})


async def read_body(request: Request, kind: type[_Body]) -> _Body:
    """The JSON that the page has sent. Raises `UsageError` for what is no such thing, or too long."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise UsageError("Only JSON is taken.")
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > _LONGEST_BODY:
            raise UsageError("That is too much at once.")
    try:
        return msgspec.convert(json.loads(bytes(data)), kind)
    except (ValueError, RecursionError, msgspec.ValidationError) as error:
        raise UsageError(f"Not what was expected: {error}.", "Load the page again.") from None


def place_in(request: Request, name: str, default: str = "") -> int:
    """A parameter as a place in a list; -1, the place of nothing, where it is no number."""
    text = request.query_params.get(name, default)
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else -1
