"""Access to the workspace of a task. Tools cannot read or write outside it."""

from __future__ import annotations

import itertools
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from m3bench.core import STATE_FOLDER, PathRefused, confined_path, near_misses
from m3bench.core.text import name_from_record, recorded_name, shorten, shown_name
from m3bench.servers.kit.failures import BadArgument, NotFound

LARGEST_FILE = 50_000_000
_SHOWN = 200
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
# Non-blocking: opening a named pipe would otherwise block the server forever.
_FILE = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class Files:
    """The workspace folder. Relative paths start there; paths that lead outside are refused.

    Paths in and out are recorded names: a tool can list a file whose name is not UTF-8, and take it back.
    """

    def __init__(self, root: Path, session: Files | None = None) -> None:
        self.root = root.resolve()
        self.session = session or self
        """The same object in all calls of a session, to keep something by."""
        self._changed: dict[str, None] = {}

    def for_call(self) -> Files:
        """Return the same workspace with an empty list of changed files."""
        return Files(self.root, self.session)

    def mark_changed(self, target: Path) -> None:
        """Note that a file was changed, moved or deleted in another way than with `write`."""
        self._changed[self.relative(target)] = None

    def changed(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the relative paths of the files that were written, and of those that were removed."""
        there = {path: os.path.lexists(self.root / name_from_record(path)) for path in self._changed}
        return tuple(path for path in there if there[path]), tuple(path for path in there if not there[path])

    def inside(self, path: str, name: str = "path") -> Path:
        """Resolve `path`, following links.

        The file need not exist. Raises `BadArgument` for a path outside the workspace.
        """
        try:
            return Path(confined_path(str(self.root), name_from_record(path), os.path.realpath))
        except PathRefused as refused:
            advice = "pass a path inside the workspace, such as 'downloads/paper.pdf'"
            raise BadArgument(name, f"{_shown(path)} {refused}; {advice}") from None

    def read(self, path: str, name: str = "path") -> bytes:
        """Return the content of a file.

        Raises `NotFound` with similar file names if there is no such file.
        """
        target = self.inside(path, name)
        try:
            with self._opened(target, os.O_RDONLY) as file:
                if os.fstat(file.fileno()).st_size > LARGEST_FILE:
                    raise BadArgument(name, f"{_shown(path)} is larger than {LARGEST_FILE // 1_000_000} MB")
                return file.read(LARGEST_FILE)
        except OSError:
            near = near_misses(path, self.names())
            raise NotFound(f"no readable file {_shown(path)} in the workspace", near) from None

    def write(self, path: str, data: bytes, name: str = "path") -> Path:
        """Write a file, creating its parent folders. Returns the resolved path."""
        target = self.inside(path, name)
        try:
            with self._opened(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, make=True) as file:
                file.write(data)
        except OSError as problem:
            raise BadArgument(name, f"{_shown(path)} cannot be written: {problem.strerror}") from None
        self.mark_changed(target)
        return target

    def names(self, limit: int = 1_000) -> list[str]:
        """Return the relative paths of the files in the workspace, sorted."""
        paths = (path for path in self.root.rglob("*") if path.is_file() and not path.is_symlink())
        names = map(self.relative, paths)
        visible = (name for name in names if not name.startswith(f"{STATE_FOLDER}/"))
        return sorted(itertools.islice(visible, limit))

    def relative(self, target: Path) -> str:
        """Return the recorded name of a path in the workspace."""
        return recorded_name(str(target.relative_to(self.root)))

    @contextmanager
    def _opened(self, target: Path, flags: int, *, make: bool = False) -> Iterator[BinaryIO]:
        """Open a regular file folder by folder, following no links.

        An agent may replace a folder by a link after the path was checked.
        """
        *folders, last = target.relative_to(self.root).parts or (".",)
        parent = os.open(self.root, _FOLDER)
        try:
            for folder in folders:
                parent = _entered(parent, folder, make=make)
            file = os.open(last, flags | _FILE, 0o644, dir_fd=parent)
        finally:
            os.close(parent)
        if not stat.S_ISREG(os.fstat(file).st_mode):
            os.close(file)
            raise OSError(None, "not a regular file")
        with os.fdopen(file, "wb" if make else "rb") as opened:
            yield opened


def _entered(parent: int, folder: str, *, make: bool) -> int:
    """Open a subfolder and close its parent. If opening fails, the parent stays open."""
    if make:
        with suppress(FileExistsError):
            os.mkdir(folder, dir_fd=parent)
    below = os.open(folder, _FOLDER, dir_fd=parent)
    os.close(parent)
    return below


def _shown(path: str) -> str:
    text = path.replace("\0", "\\0")
    return f"'{shown_name(shorten(text, _SHOWN))}'"
