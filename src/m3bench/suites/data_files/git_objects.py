"""The objects of a Git repository, as a pack of version 2, and its index of version 2.

Nothing is compressed: the bytes would depend on the version of zlib.
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Mapping

COMMIT, TREE, BLOB = 1, 2, 3
_NAMES = {COMMIT: "commit", TREE: "tree", BLOB: "blob"}
_FILE, _FOLDER = "100644", "40000"


class Objects:
    """Collects objects, each once."""

    def __init__(self) -> None:
        self._found: dict[str, tuple[int, bytes]] = {}

    def add(self, kind: int, data: bytes) -> str:
        """Add an object and return its id."""
        identity = _object_id(kind, data)
        self._found[identity] = (kind, data)
        return identity

    def add_tree(self, files: Mapping[str, bytes]) -> str:
        """Add a folder with everything in it."""
        entries: dict[str, tuple[str, str]] = {}
        folders: dict[str, dict[str, bytes]] = {}
        for path, data in files.items():
            first, _, rest = path.partition("/")
            if rest:
                folders.setdefault(first, {})[rest] = data
            else:
                entries[first] = (_FILE, self.add(BLOB, data))
        for name, inner in folders.items():
            if name in entries:
                raise ValueError(f"{name!r} is both a file and a folder")
            entries[name] = (_FOLDER, self.add_tree(inner))
        # Git sorts a folder as if its name ended with a slash.
        ordered = sorted(entries, key=lambda name: f"{name}/" if entries[name][0] == _FOLDER else name)
        lines = (
            f"{entries[name][0]} {name}\0".encode() + bytes.fromhex(entries[name][1]) for name in ordered
        )
        return self.add(TREE, b"".join(lines))

    def packed(self) -> tuple[str, bytes, bytes]:
        """Return the name of the pack, the pack, and its table of contents."""
        parts = [b"PACK" + struct.pack(">II", 2, len(self._found))]
        offset, rows = len(parts[0]), []
        for identity, (kind, data) in sorted(self._found.items()):
            entry = _entry_head(kind, len(data)) + zlib.compress(data, 0)
            rows.append((bytes.fromhex(identity), zlib.crc32(entry), offset))
            parts.append(entry)
            offset += len(entry)
        body = b"".join(parts)
        check = hashlib.sha1(body, usedforsecurity=False).digest()
        name = hashlib.sha1(b"".join(row[0] for row in rows), usedforsecurity=False).hexdigest()
        return name, body + check, _table(rows, check)


def index_of(files: Mapping[str, bytes]) -> bytes:
    """Return the index of files that are checked out. Without their times: Git compares their content."""
    parts = [b"DIRC" + struct.pack(">II", 2, len(files))]
    for path, data in sorted(files.items(), key=lambda item: item[0].encode()):
        name = path.encode()
        stats = struct.pack(">10I", 0, 0, 0, 0, 0, 0, 0o100644, 0, 0, len(data))
        entry = (
            stats + bytes.fromhex(_object_id(BLOB, data)) + struct.pack(">H", min(len(name), 0xFFF)) + name
        )
        parts.append(entry + b"\0" * (8 - len(entry) % 8))
    body = b"".join(parts)
    return body + hashlib.sha1(body, usedforsecurity=False).digest()


def _object_id(kind: int, data: bytes) -> str:
    head = f"{_NAMES[kind]} {len(data)}\0".encode()
    return hashlib.sha1(head + data, usedforsecurity=False).hexdigest()


def _entry_head(kind: int, size: int) -> bytes:
    """Return the type and size of an object in a pack: four bits, then seven in each further byte."""
    first, rest = (kind << 4) | (size & 15), size >> 4
    head = bytearray()
    while rest:
        head.append(first | 0x80)
        first, rest = rest & 0x7F, rest >> 7
    return bytes([*head, first])


def _table(rows: list[tuple[bytes, int, int]], check: bytes) -> bytes:
    counts = [sum(row[0][0] <= first for row in rows) for first in range(256)]
    names, checksums, offsets = zip(*rows, strict=True)
    body = b"\xfftOc" + struct.pack(">I", 2) + struct.pack(">256I", *counts) + b"".join(names)
    body += struct.pack(f">{len(rows)}I", *checksums) + struct.pack(f">{len(rows)}I", *offsets) + check
    return body + hashlib.sha1(body, usedforsecurity=False).digest()
