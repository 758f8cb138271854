"""Where caches live, and a store of bytes on disk, limited in size, where others may have put entries."""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import secrets
import stat
import threading
from collections.abc import Callable
from pathlib import Path

import platformdirs

VARIABLE = "M3BENCH_CACHE"
_log = logging.getLogger(__name__)
_FLAGS = os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
# Root can write anywhere, so that its files are as good as our own.
_ROOT = 0
_SUM = hashlib.sha256().digest_size
_LAYOUT = b"2 "
"""Entries of another layout have other names, so that versions can share a folder."""
_KEPT_SHARE = 0.8
"""Of the limit, after entries were evicted: so that it is not done for every entry."""


def cache_folder(name: str) -> Path:
    """Return the folder of one cache: below ``$M3BENCH_CACHE`` if set, else in the user's cache folder."""
    return Path(os.environ.get(VARIABLE) or platformdirs.user_cache_path("m3bench")) / name


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
            _report(path, "it is damaged")
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
        entries = []
        for path in self._folder.glob("??/*"):
            with contextlib.suppress(OSError):
                status = path.stat()
                entries.append((status.st_mtime, status.st_size, path))
        return entries


def _checksum(key: str, data: bytes) -> bytes:
    """Return the checksum of an entry. That of another key has another one."""
    return hashlib.sha256(hashlib.sha256(key.encode()).digest() + data).digest()


def read_entry(path: Path, most_bytes: int, *, own: bool = True) -> bytes | None:
    """Return the bytes of an entry, or None if there is none.

    Links, pipes, devices, folders and files that are too large count as missing, which is logged.

    Args:
        path: The file.
        most_bytes: How large it may be.
        own: Whether files of other users count as missing too.
    """
    try:
        file = os.open(path, _FLAGS)
    except FileNotFoundError:
        return None
    except OSError as error:
        _report(path, error.strerror or type(error).__name__)
        return None
    problem = _problem(os.fstat(file), most_bytes, own=own)
    if problem is not None:
        os.close(file)
        _report(path, problem)
        return None
    with os.fdopen(file, "rb") as opened:
        return opened.read(most_bytes)


def _report(path: Path, problem: str) -> None:
    _log.warning("%s: not used, and made again (%s)", path, problem)


def is_foreign(path: Path) -> bool:
    """Return whether a file exists that belongs to another user."""
    try:
        return _is_foreign(path.stat())
    except OSError:
        return False


def _problem(status: os.stat_result, most_bytes: int, *, own: bool) -> str | None:
    if not stat.S_ISREG(status.st_mode):
        return "it is not a file"
    if status.st_size > most_bytes:
        return f"it has {status.st_size:,} bytes"
    return "it belongs to another user" if own and _is_foreign(status) else None


def _is_foreign(status: os.stat_result) -> bool:
    return status.st_uid not in (os.geteuid(), _ROOT)
