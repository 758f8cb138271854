"""Unknown keys inside a record, which are kept in ``extra``."""

from __future__ import annotations

from typing import Any

from m3bench.formats.io import Cursor

UNREAD = "unread"
"""Key of ``extra`` for a mapping from places in the record to values."""


def with_unread(extra: dict[str, Any], record: Cursor) -> dict[str, Any]:
    """Return `extra` with the values that were not read from the record."""
    if not record.unread:
        return extra
    earlier = extra.get(UNREAD, {})
    kept = earlier if isinstance(earlier, dict) else {UNREAD: earlier}
    return {**extra, UNREAD: {**kept, **record.unread}}
