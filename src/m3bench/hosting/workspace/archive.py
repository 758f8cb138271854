"""Move a workspace to its final place, possibly on another disk."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

from m3bench.hosting.workspace.workspace import HASH_LIMIT, Workspace


def keep_workspace(workspace: Path, target: Path) -> list[str]:
    """Move a workspace to `target`, replacing an earlier one. Returns the files that were left out.

    Across disks it is copied: links as links; pipes, devices, unreadable and huge files are left out.
    """
    if target.exists():
        Workspace(target).remove()
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        workspace.rename(target)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        left_out = list(_copied(workspace, target, ""))
        Workspace(workspace).remove()
        return left_out
    return []


def _copied(source: Path, target: Path, prefix: str) -> Iterator[str]:
    target.mkdir()
    for entry in sorted(os.scandir(source), key=lambda entry: entry.name):
        name = f"{prefix}{entry.name}"
        try:
            yield from _copied_entry(entry, target / entry.name, name)
        except OSError as error:
            if error.errno in (errno.ENOSPC, errno.EDQUOT):
                raise
            yield f"{name} ({error.strerror})"


def _copied_entry(entry: os.DirEntry[str], target: Path, name: str) -> Iterator[str]:
    found = entry.stat(follow_symlinks=False)
    if stat.S_ISLNK(found.st_mode):
        target.symlink_to(Path(entry.path).readlink())
    elif stat.S_ISDIR(found.st_mode):
        yield from _copied(Path(entry.path), target, f"{name}/")
    elif not stat.S_ISREG(found.st_mode):
        yield f"{name} (a special file)"
    elif found.st_size > HASH_LIMIT:
        yield f"{name} ({found.st_size} bytes)"
    else:
        shutil.copy2(entry.path, target, follow_symlinks=False)
