"""Keys that stood inside a record where no field of ours has room for them are kept in ``extra``."""

from __future__ import annotations

from typing import Any

from m3bench.formats.io import Cursor

UNREAD = "unread"
"""The key of ``extra``: a mapping from places in the record to values."""


def with_unread(extra: dict[str, Any], record: Cursor) -> dict[str, Any]:
    """The extra keys of a record that has been read, with what was passed over inside of it."""
    if not record.unread:
        return extra
    earlier = extra.get(UNREAD, {})
    kept = earlier if isinstance(earlier, dict) else {UNREAD: earlier}
    return {**extra, UNREAD: {**kept, **record.unread}}
