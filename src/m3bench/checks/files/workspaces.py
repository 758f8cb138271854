"""Reading an untrusted workspace: links are not followed, and sizes are limited."""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from m3bench.checks.check import CheckFailed, Evidence
from m3bench.checks.files.globs import Glob
from m3bench.core.text import name_from_record, recorded_name, shown_name

MAX_ENTRIES = 10_000
MAX_BYTES = 64 * 2**20
_MAX_DEPTH = 30
WORKSPACE = "${WORKSPACE}"


@dataclass
class Listing:
    """The content of a workspace, by relative path. Paths are recorded names."""

    files: dict[str, int] = field(default_factory=dict)
    """Regular files and their sizes."""
    others: list[str] = field(default_factory=list)
    """Links, pipes and other special files."""

    def matching(self, pattern: str) -> list[str]:
        fits = glob_pattern(pattern)
        return [path for path in self.files if fits.fullmatch(path)]

    def below(self, folder: str) -> list[str]:
        """Return the files in a folder and its folders."""
        return [path for path in self.files if folder == "." or path.startswith(f"{folder}/")]


def listed(workspace: Path) -> Listing:
    """List all files, sorted by path. Raise `CheckFailed` if there are too many."""
    listing = Listing()
    for count, (path, entry) in enumerate(_entries(workspace, "", 0)):
        if count >= MAX_ENTRIES:
            raise CheckFailed(f"the workspace has more than {MAX_ENTRIES:,} files")
        if entry.is_file(follow_symlinks=False):
            listing.files[path] = entry.stat(follow_symlinks=False).st_size
        else:
            listing.others.append(path)
    listing.files = dict(sorted(listing.files.items()))
    listing.others.sort()
    return listing


def _entries(folder: Path, prefix: str, depth: int) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Yield all files. Unreadable and very deep folders count as empty."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            path = f"{prefix}{recorded_name(entry.name)}"
            if not entry.is_dir(follow_symlinks=False):
                yield path, entry
            elif depth < _MAX_DEPTH:
                yield from _entries(Path(entry.path), f"{path}/", depth + 1)


def glob_pattern(pattern: str) -> Glob:
    """Return the glob of a pattern relative to the workspace."""
    return Glob(relative(pattern))


def relative(path: str) -> str:
    """Return the path relative to the workspace. Raise `ValueError` if it leads outside."""
    inner = PurePosixPath(path.removeprefix(f"{WORKSPACE}/"))
    if inner.is_absolute() or ".." in inner.parts:
        raise ValueError(f"{path!r} leads out of the workspace")
    return str(inner)


def content(workspace: Path, path: str) -> bytes:
    """Return the bytes of a regular file. Raise `CheckFailed` if there is none, or it is too large."""
    inner = shown_name(relative(path))
    opened = _opened(workspace, relative(name_from_record(path)), inner)
    status = os.fstat(opened)
    if not stat.S_ISREG(status.st_mode):
        os.close(opened)
        raise CheckFailed(f"{inner} is not a file")
    with os.fdopen(opened, "rb") as file:
        # Not MAX_BYTES at once: the buffer for it is allocated whatever the size of the file.
        data = file.read(min(status.st_size, MAX_BYTES) + 1)
        if len(data) > status.st_size:  # it has grown
            data += file.read(MAX_BYTES + 1 - len(data))
    if len(data) > MAX_BYTES:
        raise CheckFailed(f"{inner} is larger than {MAX_BYTES // 2**20} MiB")
    return data


def _opened(workspace: Path, path: str, inner: str) -> int:
    steps = [workspace / Path(*PurePosixPath(path).parts[:count]) for count in range(1, path.count("/") + 2)]
    try:
        if any(step.is_symlink() for step in steps):
            raise CheckFailed(f"{inner} is a link")
        # Non-blocking: a pipe would block the check forever.
        return os.open(steps[-1], os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        raise CheckFailed(f"{inner} does not exist") from None
    except OSError as error:
        raise CheckFailed(f"{inner} cannot be read: {error.strerror}") from None


def is_made(evidence: Evidence, path: str) -> bool:
    """Return whether the agent created or changed a file of the workspace."""
    return evidence.before.get(path) != (_digest(evidence.workspace, path) if path in evidence.before else "")


def _digest(workspace: Path, path: str) -> str | None:
    try:
        return hashlib.sha256(content(workspace, path)).hexdigest()
    except CheckFailed:
        return None


def made_files(evidence: Evidence, pattern: str) -> list[str]:
    """Return the files at a path or glob that the agent created or changed."""
    return [path for path in listed(evidence.workspace).matching(pattern) if is_made(evidence, path)]


def original(evidence: Evidence, path: str) -> bytes:
    """Return a file that was given with the task. Raise `CheckFailed` if the agent changed it."""
    data = content(evidence.workspace, path)
    if evidence.before.get(relative(path)) not in (None, hashlib.sha256(data).hexdigest()):
        raise CheckFailed(f"the given file {relative(path)} was changed")
    return data


def only_file(evidence: Evidence, path: str) -> str:
    """Return the first file at a path or glob; the path itself if there is none."""
    return next(iter(made_files(evidence, path)), relative(path))
