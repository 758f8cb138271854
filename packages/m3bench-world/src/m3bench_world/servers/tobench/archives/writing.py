"""Pack archives whose bytes depend on the files alone, not on the time."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from collections.abc import Mapping

from m3bench.servers.kit import BadArgument

ENDINGS = (".zip", ".tar", ".tar.gz", ".tgz")
_EPOCH = (1980, 1, 1, 0, 0, 0)
_MODE = 0o644


def ending_of(path: str, name: str) -> str:
    """Return the ending of an archive that can be written."""
    for ending in ENDINGS:
        if path.lower().endswith(ending):
            return ending
    raise BadArgument(name, f"it must end in one of: {', '.join(ENDINGS)}")


def pack(members: Mapping[str, bytes], ending: str) -> bytes:
    """Pack files by name, in the order of names."""
    if ending == ".zip":
        return _zipped(members)
    plain = _tarred(members)
    return plain if ending == ".tar" else gzip.compress(plain, 6, mtime=0)


def _zipped(members: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name in sorted(members):
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.external_attr = (0o100000 | _MODE) << 16
            archive.writestr(entry, members[name], zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _tarred(members: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name in sorted(members):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(members[name]), _MODE
            archive.addfile(entry, io.BytesIO(members[name]))
    return out.getvalue()
