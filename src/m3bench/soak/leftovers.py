"""What a faulty server leaves in the workspace of an attempt."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

_SPARSE_BYTES = 60 * 10**9
_DEPTH = 100
_ODD_NAMES = (b"\xff.txt", b"line\nbreak", b"\x1b[31mred", b"-rf", b"\xe2\x80\xaegnp.exe", b"x" * 255)


def leave_odd_names(workspace: Path) -> None:
    """Leave files whose names are not UTF-8, break lines, or look like options."""
    for name in _ODD_NAMES:
        (workspace / os.fsdecode(name)).write_bytes(b"soak")


def leave_special_files(workspace: Path) -> None:
    """Leave a pipe, a link out of the workspace, a link to itself, and a folder that nobody may enter."""
    for name, target in (("out", "/etc"), ("loop", "loop")):
        if not os.path.lexists(workspace / name):
            (workspace / name).symlink_to(target)
    if not (workspace / "pipe").exists():
        os.mkfifo(workspace / "pipe")
    (workspace / "closed").mkdir(exist_ok=True)
    (workspace / "closed").chmod(0)


def leave_sparse_file(workspace: Path) -> None:
    """Leave a file with the size of a disk that takes no space."""
    with (workspace / "sparse").open("ab") as file:
        file.truncate(_SPARSE_BYTES)


def leave_deep_folders(workspace: Path) -> None:
    """Leave folders in folders."""
    (workspace / "/".join("d" * _DEPTH)).mkdir(parents=True, exist_ok=True)


LEFTOVERS: dict[str, Callable[[Path], None]] = {
    "workspace:odd-names": leave_odd_names,
    "workspace:special-files": leave_special_files,
    "workspace:sparse": leave_sparse_file,
    "workspace:deep": leave_deep_folders,
}
"""By kind of fault."""
