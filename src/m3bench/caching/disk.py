"""A store of bytes on disk with a limit on its size."""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import threading
from collections.abc import Callable
from pathlib import Path

from m3bench.caching.entries import read_entry, report_entry

_SUM = hashlib.sha256().digest_size
_LAYOUT = b"2 "
"""Entries of another layout have other names, so that versions can share a folder."""
_KEPT_SHARE = 0.8
"""Of the limit, after entries were evicted: so that it is not done for every entry."""


class DiskCache:
    """Bytes by key. The entries that were used longest ago are evicted.

    Several processes may share a folder. An entry that is damaged, of another key or of another user counts
    as missing. A folder that cannot be written makes the cache useless but is no error: everything in it can
    be made again.
    """

    def __init__(self, folder: Path, most_bytes: int) -> None:
        self._folder, self._most = folder, most_bytes
        self._size: int | None = None
        self._lock = threading.Lock()

    def get(self, key: str) -> bytes | None:
        """Return the bytes stored under a key, or None."""
        path = self._path(key)
        stored = read_entry(path, _SUM + self._most)
        if stored is None:
            return None
        data = stored[_SUM:]
        if _checksum(key, data) != stored[:_SUM]:
            report_entry(path, "it is damaged")
            return None
        with contextlib.suppress(OSError):
            os.utime(path)
        return data

    def put(self, key: str, data: bytes) -> None:
        """Store bytes under a key."""
        path = self._path(key)
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            temporary = path.with_name(f".{secrets.token_hex(8)}")
            try:
                temporary.write_bytes(_checksum(key, data) + data)
                temporary.replace(path)
            finally:
                temporary.unlink(missing_ok=True)
            self._account(_SUM + len(data))

    def get_or_make(self, key: str, make: Callable[[], bytes]) -> bytes:
        """Return the bytes stored under a key; make and store them if there are none."""
        data = self.get(key)
        if data is None:
            data = make()
            self.put(key, data)
        return data

    def _path(self, key: str) -> Path:
        name = hashlib.sha256(_LAYOUT + key.encode()).hexdigest()
        return self._folder / name[:2] / name[2:]

    def _account(self, added: int) -> None:
        with self._lock:
            # The folder is measured once; what other processes add is seen at the next eviction.
            self._size = (
                sum(size for _, size, _ in self._entries()) if self._size is None else self._size + added
            )
            if self._size > self._most:
                self._size = self._evict()

    def _evict(self) -> int:
        entries = sorted(self._entries())
        left = sum(size for _, size, _ in entries)
        for _, size, path in entries:
            if left <= self._most * _KEPT_SHARE:
                break
            path.unlink(missing_ok=True)
            left -= size
        return left

    def _entries(self) -> list[tuple[float, int, Path]]:
        """Return time of last use, size and path of every entry."""
        found = []
        for path in self._folder.glob("??/*"):
            with contextlib.suppress(OSError):
                status = path.stat()
                found.append((status.st_mtime, status.st_size, path))
        return found


def _checksum(key: str, data: bytes) -> bytes:
    """Return the checksum of an entry. That of another key has another one."""
    return hashlib.sha256(hashlib.sha256(key.encode()).digest() + data).digest()
