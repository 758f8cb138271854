"""The server, and what its tools share."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path as FilePath
from typing import Annotated

from m3bench.core import near_misses
from m3bench.servers.kit import BadArgument, Files, NotFound, Proof, Server, about
from m3bench_world.servers.tobench.workspace import shown_path

server = Server(
    "files",
    "List, read, write, move and search files of the workspace.",
    sources=("arithmetic",),
    strict=True,
    proof=Proof("list_folder", {}),
    uses_world=False,
)

MOST_WRITTEN = 2_000_000

Path = Annotated[str, about("The file, relative to the workspace.")]
Folder = Annotated[str, about("The folder, relative to the workspace; '.' is the workspace itself.")]


def existing(files: Files, path: str, name: str = "path") -> FilePath:
    """Return a file or folder that is there."""
    target = files.inside(path, name)
    if not os.path.lexists(target):
        raise NotFound(
            f"no file or folder '{shown_path(path)}' in the workspace", near_misses(path, files.names())
        )
    return target


def folder_at(files: Files, path: str, name: str = "path") -> FilePath:
    """Return a folder that is there."""
    target = existing(files, path, name)
    if not target.is_dir():
        raise BadArgument(name, f"'{shown_path(path)}' is a file, not a folder")
    return target


@contextmanager
def refused_as(name: str, path: str) -> Iterator[None]:
    """Turn what the file system refuses into advice."""
    try:
        yield
    except OSError as problem:
        why = problem.strerror or "the file system refuses it"
        raise BadArgument(name, f"'{shown_path(path)}': {why}") from None
