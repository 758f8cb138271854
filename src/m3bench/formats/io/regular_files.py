"""Files below an untrusted folder. Links that lead outside, pipes and devices are refused."""

from __future__ import annotations

import errno
import os
import stat
from io import BufferedReader
from pathlib import Path

from m3bench.core import FormatError, path_problem, recorded_path_problem
from m3bench.core.text import name_from_record, shorten

_FLAGS = os.O_RDONLY | os.O_CLOEXEC | getattr(os, "O_NONBLOCK", 0)
_SHELL_PIPES = ("/dev/fd/", "/dev/stdin", "/proc/self/fd/")
_KINDS = {
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}

_LONGEST_SHOWN = 120


def path_inside(folder: Path, name: str) -> Path:
    """Resolve a name below a folder, links included. Raises `FormatError` if it is outside."""
    return _resolved(folder, name, path_problem(name))


def recorded_path_inside(folder: Path, recorded: str) -> Path:
    """Resolve the recorded name of a file that an agent or a tool made. Otherwise like `path_inside`."""
    problem = recorded_path_problem(recorded)
    return _resolved(folder, recorded if problem else name_from_record(recorded), problem)


def _resolved(folder: Path, name: str, problem: str | None) -> Path:
    if problem is not None:
        raise path_error(folder, name, problem)
    try:
        root = folder.resolve()
        path = (root / name).resolve()
    except (OSError, RuntimeError, ValueError):  # a link loop, up to Python 3.12
        raise path_error(folder, name, "cannot be resolved: its links form a loop") from None
    if _has_link(path, root):  # a link loop, from Python 3.13
        raise path_error(folder, name, "cannot be resolved: its links form a loop")
    if not path.is_relative_to(root):
        raise path_error(folder, name, "is a link to a place outside its folder")
    return path


def _has_link(path: Path, root: Path) -> bool:
    below = [path, *path.parents][: len(path.parts) - len(root.parts)]
    return any(part.is_symlink() for part in below)


def path_error(folder: Path, name: str, problem: str) -> FormatError:
    """Return the error for a path outside the folder."""
    error = FormatError(f"the path {shorten(name, _LONGEST_SHOWN)!r} {problem}", file=str(folder))
    error.hint = "Files outside this folder are not read. Get a copy of the folder without links."
    return error


def open_regular(path: Path) -> BufferedReader:
    """Open a regular file for reading. Raises `OSError` for folders, pipes, sockets and devices."""
    try:
        file = os.open(path, _FLAGS)
    except ValueError as error:  # NUL in the name
        raise OSError(errno.EINVAL, str(error), str(path)) from None
    kind = stat.S_IFMT(os.fstat(file).st_mode)
    if kind == stat.S_IFDIR:
        os.close(file)
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if kind != stat.S_IFREG:
        os.close(file)
        raise OSError(errno.EINVAL, f"it is {_KINDS.get(kind, 'not a file')}", str(path))
    return os.fdopen(file, "rb")


def read_regular(path: Path) -> bytes:
    """Return the bytes of a regular file."""
    with open_regular(path) as file:
        return file.read()


def read_user_file(path: Path) -> bytes:
    """Return the bytes of a file named by the user. Of pipes, only those of the shell (`<(…)`) are read."""
    return path.read_bytes() if is_shell_pipe(path) else read_regular(path)


def is_shell_pipe(path: Path) -> bool:
    """Return whether the path is a pipe that the shell made for this command. It can be read once."""
    return str(path).startswith(_SHELL_PIPES) and path.is_fifo()
