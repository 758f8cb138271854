"""Remove a tree of files, however deep and large it is."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


def remove_tree(folder: Path) -> None:
    """Remove a folder and its content, whatever their permissions. Links are not followed.

    One folder is open at a time, so that neither the depth of the tree nor the length of its paths matters.
    """
    with suppress(OSError):
        folder.chmod(stat.S_IRWXU)
    place = _Place(os.open(folder, _FOLDER))
    try:
        while place.left or place.above:
            place.down() if place.left else place.up()
    finally:
        place.close()
    folder.rmdir()


class _Place:
    """A folder of the tree, and the way back to the top."""

    def __init__(self, top: int) -> None:
        self._handle = top
        self.above: list[tuple[str, int, list[str]]] = []
        """The name of each folder in the one above, which one that is, and what is left to remove there."""
        self.left = _emptied(top)
        """Folders here that are not empty."""

    def close(self) -> None:
        os.close(self._handle)

    def down(self) -> None:
        name = self.left.pop()
        above = os.fstat(self._handle).st_ino
        with suppress(OSError):
            os.chmod(name, stat.S_IRWXU, dir_fd=self._handle)
        self._move(name)
        self.above.append((name, above, self.left))
        self.left = _emptied(self._handle)

    def up(self) -> None:
        name, above, self.left = self.above.pop()
        self._move("..")
        if os.fstat(self._handle).st_ino != above:
            raise OSError(errno.ESTALE, "somebody moves its folders", name)
        os.rmdir(name, dir_fd=self._handle)

    def _move(self, name: str) -> None:
        new = os.open(name, _FOLDER, dir_fd=self._handle)
        os.close(self._handle)
        self._handle = new


def _emptied(handle: int) -> list[str]:
    """Remove files and empty folders from a folder. Return the folders that are not empty."""
    left = []
    with os.scandir(handle) as entries:
        for entry in entries:
            try:
                if entry.is_dir(follow_symlinks=False):
                    os.rmdir(entry.name, dir_fd=handle)
                else:
                    os.unlink(entry.name, dir_fd=handle)
            except FileNotFoundError:
                continue
            except OSError as error:
                if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
                    raise
                left.append(entry.name)
    return left
