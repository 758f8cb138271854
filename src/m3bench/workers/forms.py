"""Read the fields of PDF forms, in a worker: the files are untrusted."""

from __future__ import annotations

import io
import json
import logging

from m3bench.workers.documents import DocumentError, run_document_job

_JOB = f"{__name__}:form_job"
_MOST_FIELDS = 2_000
_LONGEST = 10_000


def form_values(data: bytes) -> dict[str, str]:
    """Return the values of the fields of a PDF by name; states of buttons begin with a slash.

    Raises:
        DocumentError: The document cannot be read.
    """
    found: dict[str, str] | None = json.loads(run_document_job(_JOB, data, "read"))
    if found is None:
        raise DocumentError("is not a readable PDF")
    return found


def form_job(payload: bytes) -> bytes:
    """Read values, in a worker process."""
    from pypdf import PdfReader  # noqa: PLC0415 - in the worker only

    logging.disable(logging.CRITICAL)
    try:
        fields = list((PdfReader(io.BytesIO(payload)).get_fields() or {}).items())[:_MOST_FIELDS]
        values = {
            str(name): str(field.get("/V") or "")[:_LONGEST] for name, field in fields if field.get("/FT")
        }
    except Exception:  # noqa: BLE001 - the library raises whatever a broken file leads it to
        return b"null"
    return json.dumps(values).encode()
