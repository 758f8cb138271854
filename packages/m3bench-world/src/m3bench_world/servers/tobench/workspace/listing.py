"""The folders and files of a workspace, without following links."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from m3bench.core import STATE_FOLDER
from m3bench.servers.kit import Files

MOST_ENTRIES = 10_000
_DEEPEST = 30


class Entry(NamedTuple):
    """A file or folder. Links and other special files are not listed."""

    path: str
    """Relative to the workspace."""
    is_folder: bool
    size: int
    depth: int
    """1 for what is in the folder itself."""


def walk(files: Files, folder: Path, deepest: int = _DEEPEST) -> Iterator[Entry]:
    """Yield what is in a folder and below it, in the order of names, at most `MOST_ENTRIES`."""
    for count, entry in enumerate(_below(files, folder, 1, min(deepest, _DEEPEST))):
        if count >= MOST_ENTRIES:
            return
        yield entry


def _below(files: Files, folder: Path, depth: int, deepest: int) -> Iterator[Entry]:
    found: list[os.DirEntry[str]] = []
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        found = sorted(entries, key=lambda entry: entry.name)
    for entry in found:
        path = Path(entry.path)
        if folder == files.root and entry.name.casefold() == STATE_FOLDER:
            continue
        if entry.is_dir(follow_symlinks=False):
            yield Entry(files.relative(path), True, 0, depth)
            if depth < deepest:
                yield from _below(files, path, depth + 1, deepest)
        elif entry.is_file(follow_symlinks=False):
            with contextlib.suppress(OSError):
                size = entry.stat(follow_symlinks=False).st_size
                yield Entry(files.relative(path), False, size, depth)
