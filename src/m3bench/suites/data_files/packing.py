"""ZIP archives with reproducible bytes: fixed times and order, nothing compressed."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

_TIME = (2026, 1, 1, 0, 0, 0)


def packed(members: Mapping[str, bytes]) -> bytes:
    """Return an archive of files. Not compressed, because the bytes would depend on the version of zlib."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_STORED) as archive:
        for name, data in members.items():
            member = zipfile.ZipInfo(name, _TIME)
            member.create_system = 3  # the default depends on the system
            member.external_attr = 0o644 << 16
            archive.writestr(member, data)
    return written.getvalue()


def repacked(archive: bytes, **replaced: bytes) -> bytes:
    """Return an archive that a library wrote, with fixed times and other members by base name."""
    with zipfile.ZipFile(io.BytesIO(archive)) as source:
        members = {name: source.read(name) for name in source.namelist()}
    return packed(
        {
            name: replaced.get(name.rpartition("/")[2].partition(".")[0], data)
            for name, data in members.items()
        }
    )
