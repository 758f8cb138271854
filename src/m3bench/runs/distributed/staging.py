"""Files of attempts that are made where the run folder cannot be reached."""

from __future__ import annotations

import shutil
from pathlib import Path

from m3bench.core import UsageError
from m3bench.core.redaction import redactor
from m3bench.formats.io import path_inside

_SHARED = ("blobs", "tools")
"""Parts of a run folder whose files any attempt may name. They are written in one go and never change."""
_WORKSPACES = "workspaces"


class StagedFiles:
    """Files in a folder that takes the place of the run folder in a worker."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._sent: set[Path] = set()

    def collect(self, workspace: str | None) -> dict[str, bytes]:
        """Return what the run does not have yet: a workspace, and shared files of all attempts.

        Args:
            workspace: The workspace of a finished attempt, which is removed here.

        Returns:
            Contents by paths in the run folder.
        """
        new = [path for part in _SHARED for path in _files(self._folder / part) if path not in self._sent]
        kept = [] if workspace is None else _files(self._folder / workspace)
        found = {path.relative_to(self._folder).as_posix(): path.read_bytes() for path in (*new, *kept)}
        self._sent.update(new)
        if workspace is not None:
            shutil.rmtree(self._folder / workspace)
        return found


def _files(folder: Path) -> list[Path]:
    """Return complete files below a folder: those with a suffix are drafts of blobs."""
    is_blobs = folder.name == _SHARED[0]
    return sorted(
        path
        for path in folder.rglob("*")
        if path.is_file() and not path.is_symlink() and not (is_blobs and path.suffix)
    )


def store_files(folder: Path, files: dict[str, bytes], workspace: str | None) -> None:
    """Write collected files to the run folder.

    Args:
        folder: The run folder.
        files: Contents by relative path.
        workspace: The workspace of the attempt, which replaces that of an earlier try.

    Raises:
        UsageError: A path leads elsewhere.
    """
    if files and workspace is not None:
        shutil.rmtree(_target(folder, workspace), ignore_errors=True)
    for name, data in files.items():
        target = _target(folder, name)
        target.parent.mkdir(parents=True, exist_ok=True)
        draft = target.with_name(f"{target.name}.new")
        # A blob is named by its hash, and has no secrets already.
        draft.write_bytes(data if name.startswith(f"{_SHARED[0]}/") else redactor().data(data))
        draft.replace(target)


def _target(folder: Path, name: str) -> Path:
    if Path(name).parts[0] not in (*_SHARED, _WORKSPACES):
        raise UsageError(f"A worker sent a file with the path {name!r}.", "It is not part of an attempt.")
    return path_inside(folder, name)
