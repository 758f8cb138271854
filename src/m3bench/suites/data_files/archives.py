"""ZIP archives of other data files."""

from __future__ import annotations

from typing import Any

import msgspec

from m3bench.suites.data_files.packing import packed
from m3bench.suites.data_files.writers import written


class _Member(msgspec.Struct, forbid_unknown_fields=True):
    kind: str
    content: Any


def write_zip(content: Any) -> bytes:
    """Write an archive of files: a kind and a content by path. A folder becomes several members."""
    members: dict[str, bytes] = {}
    for name, member in msgspec.convert(content, dict[str, _Member]).items():
        members |= written(name, member.kind, member.content)
    return packed(members)
