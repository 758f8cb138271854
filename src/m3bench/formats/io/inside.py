"""Files below a folder that others filled: links that lead out, pipes and devices are refused."""

from __future__ import annotations

import errno
import os
import stat
from io import BufferedReader
from pathlib import Path

from m3bench.core import FormatError, path_problem

_FLAGS = os.O_RDONLY | os.O_CLOEXEC | getattr(os, "O_NONBLOCK", 0)
_OF_THE_SHELL = ("/dev/fd/", "/dev/stdin", "/proc/self/fd/")
_KINDS = {
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


def path_inside(folder: Path, name: str) -> Path:
    """The path of that name below the folder, links resolved. Raises `FormatError` for what lies outside."""
    problem = path_problem(name)
    if problem is not None:
        raise outside(folder, name, problem)
    try:
        root = folder.resolve()
        found = (root / name).resolve()
    except (OSError, RuntimeError, ValueError):  # a loop of links, up to Python 3.12
        raise outside(folder, name, "cannot be followed: its links lead nowhere") from None
    if _has_link(found, root):  # a loop of links, from Python 3.13 on
        raise outside(folder, name, "cannot be followed: its links lead nowhere")
    if not found.is_relative_to(root):
        raise outside(folder, name, "is a link that leads out of its folder")
    return found


def _has_link(path: Path, root: Path) -> bool:
    below = [path, *path.parents][: len(path.parts) - len(root.parts)]
    return any(part.is_symlink() for part in below)


def outside(folder: Path, name: str, problem: str) -> FormatError:
    """The refusal of a path that does not stay below the folder."""
    shown = name if len(name) <= 120 else f"{name[:120]}…"
    error = FormatError(f"the path {shown!r} {problem}", file=str(folder))
    error.hint = "Files outside of this folder are not read. Ask whoever made it for a plain copy."
    return error


def open_regular(path: Path) -> BufferedReader:
    """A plain file, open for reading. A folder, a pipe, a socket or a device is an `OSError` at once."""
    try:
        file = os.open(path, _FLAGS)
    except ValueError as error:  # a NUL in the name
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
    """All bytes of a plain file."""
    with open_regular(path) as file:
        return file.read()


def read_given(path: Path) -> bytes:
    """All bytes of a file that a person named. A pipe is read only where the shell made it, as for `<(…)`."""
    return path.read_bytes() if is_shell_pipe(path) else read_regular(path)


def is_shell_pipe(path: Path) -> bool:
    """Whether it is a pipe that the shell made for this command; it can be read once."""
    return str(path).startswith(_OF_THE_SHELL) and path.is_fifo()
