"""Files of attempts that are made where the run folder cannot be reached. They travel in pieces."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path

import anyio
import anyio.to_thread

from m3bench.core import UsageError, records_folder
from m3bench.core.text import name_from_record, recorded_name
from m3bench.formats.io import recorded_path_inside
from m3bench.hosting.workspace import Workspace, data_ranges, pieces, redact_file, remove_tree
from m3bench.runs.distributed.messages import FilePiece
from m3bench.runs.store import ERRORS, Key

_SHARED = ("blobs", "tools", ERRORS)
"""Parts of a run folder whose files any attempt may name. They are written in one go and never change."""
_WORKSPACES = "workspaces"
_INCOMING = "incoming"
_PIECE = 4 << 20

Send = Callable[[FilePiece], Awaitable[object]]


class StagedFiles:
    """Files in a folder that takes the place of the run folder in a worker."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._sent: set[Path] = set()
        self._lock = anyio.Lock()

    async def send(self, key: Key, workspace: str | None, send: Send) -> None:
        """Send what the run does not have yet: shared files of all attempts. Send and remove a workspace.

        `send` returns when a piece has arrived: so one piece is in memory at a time.
        """
        async with self._lock:  # an answer must not overtake a shared file that another attempt sends
            new = [path for part in _SHARED for path in _files(self._folder / part) if path not in self._sent]
            folders = () if workspace is None else _parts(self._folder / workspace)
            kept = [path for folder in folders for path in _files(folder)]
            for path in (*new, *kept):
                parts = _pieces(path, key, recorded_name(path.relative_to(self._folder).as_posix()))
                while (piece := await anyio.to_thread.run_sync(next, parts, None)) is not None:
                    await send(piece)
            self._sent.update(new)
        if workspace is not None:
            await anyio.to_thread.run_sync(Workspace(self._folder / workspace).remove)


def _pieces(path: Path, key: Key, name: str) -> Iterator[FilePiece]:
    """Yield the pieces of a file; none of one that cannot be read."""
    try:
        opened = path.open("rb")
    except OSError:
        return
    with opened as file:
        size = os.fstat(file.fileno()).st_size
        for start, end in data_ranges(file):
            for data in pieces(file, start, end, _PIECE):
                yield FilePiece(key, name, start, data)
                start += len(data)  # noqa: PLW2901 - where the next piece begins
    yield FilePiece(key, name, size, b"", is_last=True)


def _parts(workspace: Path) -> tuple[Path, Path]:
    """Return a workspace and its records."""
    return workspace, records_folder(workspace)


def _files(folder: Path) -> list[Path]:
    """Return complete files below a folder: those with a suffix are drafts of blobs."""
    is_blobs = folder.name == _SHARED[0]
    inside = (Path(parent, name) for parent, _, names in os.walk(folder) for name in names)
    return sorted(path for path in inside if _is_plain(path) and not (is_blobs and path.suffix))


def _is_plain(path: Path) -> bool:
    with suppress(OSError):
        return stat.S_ISREG(path.lstat().st_mode)
    return False


class IncomingFiles:
    """Writes files of attempts to the run folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._folders: dict[Key, Path] = {}

    def take(self, piece: FilePiece) -> None:
        """Write a piece; a shared file is whole after its last one. Raises `UsageError` for other paths."""
        target = self._target(piece.path)
        draft = self._incoming(piece.key) / name_from_record(piece.path)
        draft.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("ab") as file:
            file.truncate(piece.offset)  # makes the hole before the piece, if there is one
            file.write(piece.data)
        if not piece.is_last:
            return
        part = Path(piece.path).parts[0]
        if part != _SHARED[0]:  # a blob is named by its hash, and has no secrets already
            redact_file(draft)
        if part in _SHARED:
            target.parent.mkdir(parents=True, exist_ok=True)
            draft.replace(target)

    def finish(self, key: Key, workspace: str | None) -> None:
        """Put the workspace of an attempt and its records in the place of those of an earlier try.

        Workers that reach the run folder send nothing: they have done it themselves.
        """
        if workspace is not None and key in self._folders:
            arrived, target = self._incoming(key) / workspace, self._target(workspace)
            arrived.mkdir(parents=True, exist_ok=True)  # it may have no files, but records
            Workspace(target).remove()
            target.parent.mkdir(parents=True, exist_ok=True)
            for source, folder in zip(_parts(arrived), _parts(target), strict=True):
                if source.is_dir():
                    source.rename(folder)
        self.drop(key)

    def drop(self, key: Key) -> None:
        """Forget the files of an attempt that was not finished."""
        folder = self._folders.pop(key, None)
        if folder is not None:
            with suppress(OSError):
                remove_tree(folder)
            with suppress(OSError):
                folder.parent.rmdir()

    def close(self) -> None:
        """Remove what came after its attempt was given up."""
        with suppress(OSError):
            remove_tree(self._folder / _INCOMING)

    def _incoming(self, key: Key) -> Path:
        if key not in self._folders:
            self._folders[key] = self._folder / _INCOMING / secrets.token_hex(8)
            self._folders[key].mkdir(parents=True)
        return self._folders[key]

    def _target(self, name: str) -> Path:
        if Path(name).parts[0] not in (*_SHARED, _WORKSPACES):
            raise UsageError(f"A worker sent a file with the path {name!r}.", "It is not part of an attempt.")
        return recorded_path_inside(self._folder, name)
