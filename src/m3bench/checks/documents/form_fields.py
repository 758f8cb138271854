"""Reading the fields of untrusted PDF forms, in a worker process."""

from __future__ import annotations

import io
import json
import logging

from m3bench.checks.check import CheckFailed
from m3bench.workers import LimitExceeded, run_limited

SECONDS = 10.0
_JOB = f"{__name__}:read_job"
_MOST_FIELDS = 2_000
_LONGEST = 10_000


def read_fields(data: bytes, path: str) -> dict[str, str]:
    """Return the values of fields by name; states begin with a slash. Raise `CheckFailed` if it is no PDF."""
    try:
        answer = json.loads(run_limited(_JOB, data, seconds=SECONDS))
    except LimitExceeded as error:
        raise CheckFailed(f"{path} cannot be read: the worker process {error}") from None
    if "problem" in answer:
        raise CheckFailed(f"{path} {answer['problem']}")
    found: dict[str, str] = answer["fields"]
    return found


def read_job(payload: bytes) -> bytes:
    """Read values; whatever happens is an answer."""
    from pypdf import PdfReader  # noqa: PLC0415 - in the worker only

    logging.disable(logging.CRITICAL)
    try:
        fields = PdfReader(io.BytesIO(payload)).get_fields() or {}
        shown = {
            str(name): str(field.get("/V") or "")[:_LONGEST]
            for name, field in list(fields.items())[:_MOST_FIELDS]
            if field.get("/FT") is not None
        }
    except Exception as error:  # noqa: BLE001 - the library raises whatever a broken file leads it to
        return json.dumps({"problem": f"is not a readable PDF: {type(error).__name__}"}).encode()
    return json.dumps({"fields": shown}).encode()
