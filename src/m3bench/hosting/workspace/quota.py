"""The quota of a workspace, measured without reading any file."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

import msgspec

from m3bench.core import M3BenchError
from m3bench.hosting.resource_limits import DEFAULT_LIMITS, ResourceLimits, exceeded, readable_size
from m3bench.hosting.workspace.stopping import NEVER, Stop

LONGEST_PATH = 3_000
"""Bytes below the workspace. Linux takes paths of up to 4,096 bytes."""
_BLOCK = 512
_READABLE = stat.S_IRUSR | stat.S_IXUSR
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


class OverQuota(M3BenchError):
    """A workspace holds more than its quota."""


class Use(msgspec.Struct):
    """What a folder holds."""

    used: int = 0
    """Bytes on the disk."""
    apparent: int = 0
    files: int = 0
    depth: int = 0
    longest: int = 0
    """Bytes of the longest path."""

    def excess(self, limits: ResourceLimits) -> str | None:
        """Return which limit is exceeded, by how much, and the option that allows more."""
        quotas = (
            ("workspace-files", self.files, limits.workspace_files, "files and folders"),
            ("workspace-depth", self.depth, limits.workspace_depth, "folders inside of each other"),
            ("workspace-bytes", self.used, limits.workspace_bytes, "on the disk"),
            ("workspace-apparent-bytes", self.apparent, limits.workspace_apparent_bytes, "of file sizes"),
        )
        for name, held, limit, unit in quotas:
            if held > limit:
                amount = readable_size(held) if name.endswith("bytes") else f"{held:,}"
                return exceeded(f"the workspace holds {amount} {unit} or more", name, limit)
        if self.longest > LONGEST_PATH:
            return f"the workspace has a path of {self.longest:,} bytes; {LONGEST_PATH:,} are possible"
        return None


def measure(folder: Path, limits: ResourceLimits = DEFAULT_LIMITS, stop: Stop = NEVER) -> Use:
    """Return what a folder holds. Stops at the first limit that is exceeded. Links are not followed."""
    walk = _Walk(limits, stop)
    with (
        suppress(FileNotFoundError),  # it may be gone
        _opened(str(folder.parent), None) as parent,
        _unlocked_if_closed(folder.name, parent, folder.lstat().st_mode) as root,
    ):
        walk.add_folder(root, depth=0, length=0)
    return walk.use


def require_quota(folder: Path, limits: ResourceLimits = DEFAULT_LIMITS, stop: Stop = NEVER) -> None:
    """Raise `OverQuota` if a folder holds more than is allowed."""
    reason = measure(folder, limits, stop).excess(limits)
    if reason is not None:
        raise OverQuota(reason)


class _Walk:
    """Adds up what folders hold. The depth is limited, and so are recursion and open folders."""

    def __init__(self, limits: ResourceLimits, stop: Stop) -> None:
        self.use = Use()
        self._limits, self._stop = limits, stop

    def add_folder(self, handle: int, *, depth: int, length: int) -> None:
        with os.scandir(handle) as entries:
            for entry in entries:
                self._stop.check()
                with suppress(FileNotFoundError, PermissionError):  # it is gone, or belongs to another user
                    self._add_entry(handle, entry, depth=depth, length=length)
                if self.use.excess(self._limits) is not None:
                    return

    def _add_entry(self, handle: int, entry: os.DirEntry[str], *, depth: int, length: int) -> None:
        found, use = entry.stat(follow_symlinks=False), self.use
        is_folder = stat.S_ISDIR(found.st_mode)
        length += len(os.fsencode(entry.name)) + 1
        use.files += 1
        use.used += found.st_blocks * _BLOCK
        use.apparent += 0 if is_folder else found.st_size
        use.longest = max(use.longest, length)
        if is_folder:
            use.depth = max(use.depth, depth + 1)
            if depth < self._limits.workspace_depth:
                with _unlocked_if_closed(entry.name, handle, found.st_mode) as below:
                    self.add_folder(below, depth=depth + 1, length=length)


def _unlocked_if_closed(name: str, parent: int, mode: int) -> AbstractContextManager[int]:
    is_open = mode & _READABLE == _READABLE or not hasattr(os, "O_PATH")
    return (_opened if is_open else _unlocked)(name, parent)


@contextmanager
def _opened(name: str, parent: int | None) -> Iterator[int]:
    handle = os.open(name, _FOLDER, dir_fd=parent)
    try:
        yield handle
    finally:
        os.close(handle)


@contextmanager
def _unlocked(name: str, parent: int | None) -> Iterator[int]:
    """Open a folder that its owner has closed to himself. It is closed again afterwards."""
    place = os.open(name, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=parent)
    path, mode = f"/proc/self/fd/{place}", stat.S_IMODE(os.fstat(place).st_mode)
    try:
        os.chmod(path, mode | _READABLE)  # noqa: PTH101 - the folder itself, whatever its name means now
        handle = os.open(path, _FOLDER & ~os.O_NOFOLLOW)
        try:
            yield handle
        finally:
            os.close(handle)
            os.chmod(path, mode)  # noqa: PTH101
    finally:
        os.close(place)
