"""Paths that others wrote, such as in a task or a journal: they must stay below one folder. No I/O here."""

from __future__ import annotations

from pathlib import PurePosixPath

LONGEST_NAME = 255
"""Bytes that file systems allow for one part of a path."""
LONGEST_PATH = 4_000


def path_problem(name: str) -> str | None:
    """Why a text is not a relative path below a folder; None where it is one.

    This looks at the text alone. Links on the disk are for whoever opens the file.
    """
    if "\0" in name:
        return "holds a NUL character"
    parts = PurePosixPath(name).parts
    if not parts:
        return "is empty"
    if PurePosixPath(name).is_absolute() or "\\" in name or _has_drive(parts[0]):
        return "is not a relative path"
    if ".." in parts:
        return "leads out of its folder"
    if len(name) > LONGEST_PATH or any(len(part.encode(errors="replace")) > LONGEST_NAME for part in parts):
        return "is too long for a path"
    return None


def _has_drive(part: str) -> bool:
    return len(part) > 1 and part[1] == ":" and part[0].isalpha()
