"""The folder of one attempt, and its content before and after."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path, PurePosixPath
from typing import BinaryIO, Self

import msgspec

from m3bench.core import M3BenchError, UsageError, records_folder
from m3bench.core.text import recorded_name
from m3bench.hosting.resource_limits import DEFAULT_LIMITS, ResourceLimits
from m3bench.hosting.workspace.quota import require_quota
from m3bench.hosting.workspace.removal import remove_tree
from m3bench.hosting.workspace.stopping import NEVER, Stop

HASH_LIMIT = 1 << 30
"""Bytes. A larger file is listed without a hash: a server can create huge files quickly."""
_CHUNK = 1 << 20


class WorkspaceError(M3BenchError):
    """The workspace of an attempt cannot be removed."""


class Kind(StrEnum):
    FILE = "file"
    FOLDER = "folder"
    LINK = "link"


class Item(msgspec.Struct, frozen=True, omit_defaults=True):
    """A file, folder or symbolic link. Links are not followed; `target` is where one points."""

    kind: Kind
    size: int = 0
    sha256: str | None = None
    target: str | None = None


class Manifest(msgspec.Struct, frozen=True, omit_defaults=True):
    """The content of a folder: relative paths, sorted, and notes on what could not be listed.

    Paths and targets of links are recorded names (`recorded_name`).
    """

    items: dict[str, Item] = {}
    notes: tuple[str, ...] = ()


class Changes(msgspec.Struct, frozen=True, omit_defaults=True):
    """Sorted paths that differ between two manifests."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.removed)


def changes(before: Manifest, after: Manifest) -> Changes:
    old, new = before.items, after.items
    return Changes(
        added=tuple(sorted(new.keys() - old.keys())),
        changed=tuple(sorted(path for path in old.keys() & new.keys() if old[path] != new[path])),
        removed=tuple(sorted(old.keys() - new.keys())),
    )


class Workspace:
    """The folder of one attempt, with the records beside it. A context manager that removes both."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def create(cls, root: Path, assets: Mapping[str, Path | bytes], *, name: str | None = None) -> Workspace:
        """Create a folder under `root` and copy the assets into it: bytes, files or folders by relative name.

        Without a `name` the folder gets a unique one.
        """
        for asset in assets:
            _check_name(asset)
        root.mkdir(parents=True, exist_ok=True)
        workspace = cls(_new_folder(root, name))
        try:
            for asset, source in assets.items():
                _place(source, workspace.path / asset, asset)
        except BaseException:
            workspace.remove()
            raise
        return workspace

    def manifest(self, limits: ResourceLimits = DEFAULT_LIMITS, stop: Stop = NEVER) -> Manifest:
        """List and hash the content.

        Raises:
            OverQuota: The folder holds more than is allowed. Nothing was hashed.
            Stopped: The work was stopped.
        """
        require_quota(self.path, limits, stop)
        listing = _Listing(stop)
        listing.add_folder(self.path, "")
        return Manifest(dict(sorted(listing.items.items())), tuple(sorted(listing.notes)))

    @property
    def has_records(self) -> bool:
        """Whether tools changed records."""
        return os.path.lexists(records_folder(self.path))

    def remove(self) -> None:
        """Delete the folder and its content, whatever their permissions. Deleting twice is allowed."""
        _remove(self.path)
        _remove(records_folder(self.path))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()


def _remove(folder: Path) -> None:
    with contextlib.suppress(OSError):
        folder.rmdir()  # most tasks leave nothing behind
    if not os.path.lexists(folder):
        return
    try:
        if folder.is_symlink() or not folder.is_dir():
            folder.unlink()
        else:
            remove_tree(folder)
    except OSError as error:
        raise WorkspaceError(f"Cannot remove the workspace {folder}: {error}.") from None


def fill_workspace(path: Path, assets: Mapping[str, Path | bytes]) -> None:
    """Put a task's files into its workspace. Nothing is put there where one of them cannot be."""
    if assets:
        with Workspace.create(path.parent, assets) as filled:
            for entry in filled.path.iterdir():
                entry.rename(path / entry.name)


def _check_name(name: str) -> None:
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name:
        raise UsageError(f"Asset {name!r} would be outside the workspace.", "Use a plain relative name.")
    if not path.parts or "\0" in name:
        raise UsageError(f"{name!r} is not a valid asset name.", "Use a plain relative name.")


def _new_folder(root: Path, name: str | None) -> Path:
    if name is None:
        return Path(tempfile.mkdtemp(prefix="workspace-", dir=root)).resolve()
    _check_name(name)
    try:
        (root / name).mkdir()
    except FileExistsError:
        raise UsageError(
            f"The workspace {root / name} already exists.", "Remove it or choose another name."
        ) from None
    return (root / name).resolve()


def _place(source: Path | bytes, target: Path, name: str) -> None:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(source, bytes):
            with target.open("xb") as file:
                file.write(source)
        elif source.is_dir():
            _copy_folder(source, target, name)
        else:
            _copy_file(source, target, name)
    except (FileExistsError, NotADirectoryError):
        raise UsageError(f"Asset {name!r} conflicts with another asset.") from None
    except OSError as error:
        raise UsageError(f"Cannot copy asset {name!r}: {error}.") from None


def _copy_folder(source: Path, target: Path, name: str) -> None:
    target.mkdir()
    for child in sorted(source.iterdir()):
        child_name = f"{name}/{child.name}"
        if child.is_symlink():
            raise UsageError(f"Asset {child_name!r} is a symbolic link.", "Replace it by the file itself.")
        copy = _copy_folder if child.is_dir() else _copy_file
        copy(child, target / child.name, child_name)


def _copy_file(source: Path, target: Path, name: str) -> None:
    if not source.is_file():
        what = "is neither a file nor a folder" if source.exists() else "does not exist"
        raise UsageError(f"Asset {name!r} {what}: {source}.")
    with source.open("rb") as read, target.open("xb") as written:
        # Content only: assets are often read-only, and the agent may need to change its copy.
        shutil.copyfileobj(read, written, 1 << 20)


class _Listing:
    """Files below a folder. Its size and depth are within the quota."""

    def __init__(self, stop: Stop) -> None:
        self.items: dict[str, Item] = {}
        self.notes: list[str] = []
        self._stop = stop

    def add_folder(self, folder: Path, prefix: str) -> None:
        try:
            entries = list(os.scandir(folder))
        except OSError as error:
            self.notes.append(f"{prefix or '.'}: cannot be listed ({error.strerror})")
            return
        for entry in entries:
            self._stop.check()
            path = f"{prefix}{recorded_name(entry.name)}"
            with _noted(path, self.notes):
                item = self._item(entry, path)
                if item is not None:
                    self.items[path] = item
                if item is not None and item.kind is Kind.FOLDER:
                    self.add_folder(Path(entry.path), f"{path}/")

    def _item(self, entry: os.DirEntry[str], path: str) -> Item | None:
        status = entry.stat(follow_symlinks=False)
        if stat.S_ISLNK(status.st_mode):
            return Item(Kind.LINK, target=recorded_name(str(Path(entry.path).readlink())))
        if stat.S_ISDIR(status.st_mode):
            return Item(Kind.FOLDER)
        if not stat.S_ISREG(status.st_mode):
            self.notes.append(f"{path}: special file, skipped")
            return None
        if status.st_size > HASH_LIMIT:
            self.notes.append(f"{path}: too large to hash ({status.st_size} bytes)")
            return Item(Kind.FILE, status.st_size)
        return self._hashed(entry.path, path, status.st_size)

    def _hashed(self, file: str, path: str, size: int) -> Item:
        # The file may have been replaced by a link or a pipe since it was examined.
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        try:
            with os.fdopen(os.open(file, flags), "rb") as opened:
                return Item(Kind.FILE, size, self._digest(opened))
        except PermissionError:
            self.notes.append(f"{path}: no permission to read, listed without a hash")
            return Item(Kind.FILE, size)

    def _digest(self, file: BinaryIO) -> str | None:
        """Hash a file in pieces; None if it grows beyond the limit while it is read."""
        digest, left = hashlib.sha256(), HASH_LIMIT
        while piece := file.read(_CHUNK):
            self._stop.check()
            digest.update(piece)
            left -= len(piece)
            if left < 0:
                return None
        return digest.hexdigest()


@contextlib.contextmanager
def _noted(path: str, notes: list[str]) -> Iterator[None]:
    try:
        yield
    except OSError as error:  # it disappeared, or cannot be read
        notes.append(f"{path}: cannot be read ({error.strerror})")
