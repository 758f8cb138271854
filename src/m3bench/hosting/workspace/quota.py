"""The quota of a workspace and the limit of a folder that nobody reads, measured without reading files."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

import msgspec

from m3bench.core import M3BenchError
from m3bench.hosting.resource_limits import DEEPEST, DEFAULT_LIMITS, ResourceLimits, exceeded, readable_size
from m3bench.hosting.workspace.stopping import NEVER, Stop

LONGEST_PATH = 3_000
"""Bytes below the workspace. Linux takes paths of up to 4,096 bytes."""
_SECONDS = 1.0
_SHARE = 20
_MOST_FILES = 50
"""Times as many as in a workspace: package managers fill home folders."""
_ANY_SIZE = 2**62
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


class FolderLimit:
    """Says why a folder that a program may fill is too large: its home, or that of a shared server.

    None if it is not. It is not measured more often than is cheap.
    """

    def __init__(self, folder: Path, limits: ResourceLimits) -> None:
        self._folder, self._limit, self._due = folder, limits.tmp_bytes, 0.0
        self._limits = msgspec.structs.replace(
            limits,
            workspace_bytes=limits.tmp_bytes,
            workspace_apparent_bytes=_ANY_SIZE,
            workspace_files=_MOST_FILES * limits.workspace_files,
            workspace_depth=DEEPEST,
        )

    def __call__(self) -> str | None:
        began = time.monotonic()
        if began < self._due:
            return None
        use = measure(self._folder, self._limits)
        now = time.monotonic()
        self._due = now + max(_SECONDS, _SHARE * (now - began))
        if use.excess(self._limits) is None:
            return None
        if use.used > self._limit:
            reason = f"used more than {readable_size(self._limit)} of temporary files"
            return exceeded(reason, "tmp-bytes", self._limit)
        return f"left more than {self._limits.workspace_files:,} temporary files, or too deep folders"


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
        status, use = entry.stat(follow_symlinks=False), self.use
        is_folder = stat.S_ISDIR(status.st_mode)
        length += len(os.fsencode(entry.name)) + 1
        use.files += 1
        use.used += status.st_blocks * _BLOCK
        use.apparent += 0 if is_folder else status.st_size
        use.longest = max(use.longest, length)
        if is_folder:
            use.depth = max(use.depth, depth + 1)
            if depth < self._limits.workspace_depth:
                with _unlocked_if_closed(entry.name, handle, status.st_mode) as below:
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
    path_handle = os.open(name, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=parent)
    path, mode = f"/proc/self/fd/{path_handle}", stat.S_IMODE(os.fstat(path_handle).st_mode)
    try:
        os.chmod(path, mode | _READABLE)  # noqa: PTH101 - the folder itself, whatever its name means now
        handle = os.open(path, _FOLDER & ~os.O_NOFOLLOW)
        try:
            yield handle
        finally:
            os.close(handle)
            os.chmod(path, mode)  # noqa: PTH101
    finally:
        os.close(path_handle)
