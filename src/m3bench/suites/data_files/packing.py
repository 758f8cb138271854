"""ZIP archives with reproducible bytes: fixed times and order, nothing compressed."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from typing import Any

import msgspec

from m3bench.suites.data_files.writers import written

_TIME = (2026, 1, 1, 0, 0, 0)


def packed(members: Mapping[str, bytes]) -> bytes:
    """Return an archive of files. Not compressed, because the bytes would depend on the version of zlib."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, data in members.items():
            member = zipfile.ZipInfo(name, _TIME)
            member.create_system = 3  # the default depends on the system
            member.external_attr = 0o644 << 16
            archive.writestr(member, data)
    return buffer.getvalue()


def repacked(archive: bytes, **replaced: bytes) -> bytes:
    """Return an archive that a library wrote, with fixed times and other members by base name."""
    with zipfile.ZipFile(io.BytesIO(archive)) as source:
        bases = {name: name.rpartition("/")[2].partition(".")[0] for name in source.namelist()}
        return packed({name: replaced.get(base) or source.read(name) for name, base in bases.items()})


class _Member(msgspec.Struct, forbid_unknown_fields=True):
    kind: str
    content: Any


def write_zip(content: Any) -> bytes:
    """Write an archive of files: a kind and a content by path. A folder becomes several members."""
    members: dict[str, bytes] = {}
    for name, member in msgspec.convert(content, dict[str, _Member]).items():
        members |= written(name, member.kind, member.content)
    return packed(members)
