"""Whether a path that an agent, a file or a record names stays inside a folder. One rule for all of them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import PurePosixPath
from urllib.parse import unquote

LONGEST_PATH = 1_000
LONGEST_NAME = 255
"""Bytes that file systems allow for one part of a path."""
_HOME = re.compile(r"~[\w.-]*(/|$)")

Follow = Callable[[str], str]
"""Follows links: `os.path.realpath`, which looks at the disk, or a stand-in for it."""


class PathRefused(ValueError):
    """The path leads out of the folder, or nowhere. The text says why, without the path."""


def path_inside(root: str, path: str, follow: Follow, *, called: str = "the workspace") -> str:
    """Where `path`, taken from the folder `root`, leads: an absolute path inside `root`, links followed.

    `root` must be free of links. Raises `PathRefused` for `..` and absolute paths that leave it, links out of
    it, loops of links, `~`, NUL, blank and very long paths. `file:` addresses count as the paths they name.
    `called` is what the folder is called in complaints.
    """
    if not path.strip() or "\0" in path or len(path) > LONGEST_PATH:
        raise PathRefused("is no path to a file")
    path = local_path(path)
    if "\0" in path or _HOME.match(path):
        raise PathRefused(f"lies outside {called}")
    try:
        target = follow(os.path.join(root, path))  # noqa: PTH118 - text in, text out
    except (OSError, RuntimeError, ValueError):
        raise PathRefused("cannot be followed") from None
    if target != root and not target.startswith(root.rstrip("/") + "/"):
        raise PathRefused(f"lies outside {called}")
    return target


def local_path(path: str) -> str:
    """The path that a `file:` address names; any other text as it is."""
    if path[:5].lower() != "file:":
        return path
    rest = unquote(path[5:])
    return rest.removeprefix("//").removeprefix("localhost") if rest.startswith("//") else rest


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
