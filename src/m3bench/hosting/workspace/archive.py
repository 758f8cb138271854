"""Move a workspace to its final place, possibly on another disk."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

from m3bench.core import records_folder
from m3bench.core.text import recorded_name, shown_name
from m3bench.hosting.workspace.sparse import data_ranges, pieces
from m3bench.hosting.workspace.stopping import NEVER, Stop, Stopped
from m3bench.hosting.workspace.workspace import HASH_LIMIT, Workspace

_CHUNK = 1 << 20


def keep_workspace(workspace: Path, target: Path, stop: Stop = NEVER) -> list[str]:
    """Move a workspace and its records to `target`, replacing an earlier one.

    Across disks it is copied: links as links, holes as holes; pipes, devices, unreadable and huge files are
    left out. Returns the files that were left out.

    Raises:
        Stopped: The work was stopped. There is no copy.
    """
    Workspace(target).remove()
    target.parent.mkdir(parents=True, exist_ok=True)
    left_out = _moved(workspace, target, stop)
    records = records_folder(workspace)
    if records.is_dir() and not records.is_symlink():
        left_out += _moved(records, records_folder(target), stop)
    Workspace(workspace).remove()
    return left_out


def _moved(folder: Path, target: Path, stop: Stop) -> list[str]:
    try:
        folder.rename(target)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        try:
            return list(_copied(folder, target, "", stop))
        except Stopped:
            Workspace(target).remove()
            raise
    return []


def _copied(source: Path, target: Path, prefix: str, stop: Stop) -> Iterator[str]:
    target.mkdir()
    for entry in sorted(os.scandir(source), key=lambda entry: entry.name):
        stop.check()
        name = f"{prefix}{shown_name(recorded_name(entry.name))}"
        try:
            yield from _copied_entry(entry, target / entry.name, name, stop)
        except OSError as error:
            if error.errno in (errno.ENOSPC, errno.EDQUOT):
                raise
            yield f"{name} ({error.strerror})"


def _copied_entry(entry: os.DirEntry[str], target: Path, name: str, stop: Stop) -> Iterator[str]:
    status = entry.stat(follow_symlinks=False)
    if stat.S_ISLNK(status.st_mode):
        target.symlink_to(Path(entry.path).readlink())
    elif stat.S_ISDIR(status.st_mode):
        yield from _copied(Path(entry.path), target, f"{name}/", stop)
    elif not stat.S_ISREG(status.st_mode):
        yield f"{name} (a special file)"
    elif status.st_size > HASH_LIMIT:
        yield f"{name} ({status.st_size} bytes)"
    else:
        copy_file(Path(entry.path), target, stop)
        shutil.copystat(entry.path, target, follow_symlinks=False)


def copy_file(source: Path, target: Path, stop: Stop = NEVER) -> None:
    """Copy the content of a file in pieces. Holes are not written."""
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
    with os.fdopen(os.open(source, flags), "rb") as read, target.open("xb") as written:
        for start, end in data_ranges(read):
            written.seek(start)
            for piece in pieces(read, start, end, _CHUNK):
                stop.check()
                written.write(piece)
        written.truncate(os.fstat(read.fileno()).st_size)
