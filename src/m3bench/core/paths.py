"""Confinement of paths to a folder: one rule for paths from agents, files and records."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from m3bench.core.text import name_from_record

LONGEST_PATH = 1_000
LONGEST_NAME = 255
"""The limit of file systems for one part of a path, in bytes."""
_HOME = re.compile(r"~[\w.-]*(/|$)")

STATE_FOLDER = ".m3bench"
"""A reserved name in workspaces, which tools refuse. Runs of older versions have their records there."""
_RECORDS = ".records"

Follow = Callable[[str], str]
"""Resolves links: `os.path.realpath`, or a substitute for it."""


class PathRefused(ValueError):
    """The path is invalid or outside the folder. The message is a predicate whose subject is the path."""


def confined_path(root: str, path: str, follow: Follow, *, called: str = "the workspace") -> str:
    """Resolve a path inside a folder, links included.

    Args:
        root: The folder. It must not contain links.
        path: The path, relative to `root` or absolute. `file:` URLs are accepted.
        follow: Resolves links.
        called: What messages call the folder.

    Returns:
        An absolute path inside `root`.

    Raises:
        PathRefused: The path or its links leave `root` or lead to its `STATE_FOLDER`, its links form a loop,
            or it is blank, too long, or contains `~` or NUL.
    """
    if not path.strip() or "\0" in path or len(path) > LONGEST_PATH:
        raise PathRefused("is not a path to a file")
    path = local_path(path)
    if "\0" in path or _HOME.match(path):
        raise PathRefused(f"lies outside {called}")
    try:
        target = follow(os.path.join(root, path))  # noqa: PTH118 - text in, text out
    except (OSError, RuntimeError, ValueError):
        raise PathRefused("cannot be followed") from None
    if target != root and not target.startswith(root.rstrip("/") + "/"):
        raise PathRefused(f"lies outside {called}")
    if target.removeprefix(root.rstrip("/") + "/").partition("/")[0].casefold() == STATE_FOLDER:
        raise PathRefused("is reserved")
    return target


def records_folder(workspace: Path) -> Path:
    """Return the folder of what tools change during an attempt: beside its workspace, where an agent in a
    sandbox sees nothing."""
    folder = Path(os.path.abspath(workspace))  # noqa: PTH100 - links are not followed
    return folder.with_name(f"{folder.name}{_RECORDS}")


def local_path(path: str) -> str:
    """Return the path of a `file:` URL; any other text is returned unchanged."""
    if path[:5].lower() != "file:":
        return path
    rest = unquote(path[5:])
    return rest.removeprefix("//").removeprefix("localhost") if rest.startswith("//") else rest


def path_problem(name: str) -> str | None:
    """Return why a text is not a relative path below a folder on every system, or None if it is one.

    Only the text is checked. Links must be checked when the file is opened.
    """
    drive = _has_drive(next(iter(PurePosixPath(name).parts), ""))
    return "is not a relative path" if "\\" in name or drive else _problem(name)


def recorded_path_problem(recorded: str) -> str | None:
    """Return why a recorded name is not a relative path below a folder of this system, or None if it is one.

    Backslashes and colons are letters of names here.
    """
    return _problem(name_from_record(recorded))


def _problem(name: str) -> str | None:
    if "\0" in name:
        return "contains a NUL character"
    parts = PurePosixPath(name).parts
    if not parts:
        return "is empty"
    if PurePosixPath(name).is_absolute():
        return "is not a relative path"
    if ".." in parts:
        return "leads out of its folder"
    if len(name) > LONGEST_PATH or any(len(part.encode(errors="replace")) > LONGEST_NAME for part in parts):
        return "is too long for a path"
    return None


def _has_drive(part: str) -> bool:
    return part[1:2] == ":" and part[0].isalpha()
