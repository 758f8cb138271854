"""A document, and what is true of it."""

from __future__ import annotations

from typing import Any

import msgspec


class Document(msgspec.Struct, frozen=True):
    """A file as an office has it."""

    kind: str
    number: int
    name: str
    """A file name that fits, such as `invoice-2025-0042.pdf`."""
    media_type: str
    data: bytes
    truth: dict[str, Any]
    """What it contains: values, rows, texts by page, boxes."""
