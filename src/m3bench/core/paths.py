"""Whether a path that an agent, a file or a record names stays inside a folder. One rule for all of them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from urllib.parse import unquote

LONGEST_PATH = 1_000
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
