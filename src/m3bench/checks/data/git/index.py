"""The index of a Git repository: the files that the next commit will have."""

from __future__ import annotations

import struct

from m3bench.checks.data.git.errors import GitError

_FIXED = 62
_MAX_ENTRIES = 20_000
_EXTENDED = 0x4000


def read_index(data: bytes) -> dict[str, str]:
    """Return the ids of files by path. Raise `GitError` if the index is broken, or of a later version."""
    if data[:4] != b"DIRC" or len(data) < 12:
        raise GitError("has a broken index")
    version, count = struct.unpack_from(">II", data, 4)
    if version not in (2, 3) or count > _MAX_ENTRIES:
        raise GitError(f"has an index of version {version} with {count} files, which cannot be read")
    found: dict[str, str] = {}
    place = 12
    for _ in range(count):
        if place + _FIXED > len(data):
            raise GitError("has a broken index")
        (flags,) = struct.unpack_from(">H", data, place + 60)
        start = place + _FIXED + (2 if flags & _EXTENDED else 0)
        end = data.find(b"\0", start)
        if end < 0:
            raise GitError("has a broken index")
        found[data[start:end].decode("utf-8", "replace")] = data[place + 40 : place + 60].hex()
        place += (end - place + 8) // 8 * 8
    return found
