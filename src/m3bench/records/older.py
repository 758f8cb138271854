"""Records of older versions, which lie in the workspace."""

from __future__ import annotations

import shutil
from pathlib import Path

from m3bench.core import STATE_FOLDER, records_folder
from m3bench.records.database import FILE_NAME

_FILES = (FILE_NAME, f"{FILE_NAME}-journal")


def has_records_inside(workspace: Path) -> bool:
    """Return whether a workspace has records in it, and none beside it."""
    return (workspace / STATE_FOLDER / FILE_NAME).exists() and not records_folder(workspace).exists()


def move_records_out(workspace: Path) -> None:
    """Move the records of an older version to where they are read. A database is not opened for it.

    Only for workspaces of runs of older versions: in others, an agent may have put the file there.
    """
    if not has_records_inside(workspace):
        return
    old, new = workspace / STATE_FOLDER, records_folder(workspace)
    new.mkdir(mode=0o700)
    for name in _FILES:
        if (old / name).is_file() and not (old / name).is_symlink() and not old.is_symlink():
            shutil.move(old / name, new / name)
    if old.is_dir() and not old.is_symlink() and not any(old.iterdir()):
        old.rmdir()
