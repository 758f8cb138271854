"""Map file arguments of saved calls into a workspace."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from typing import Any

from m3bench.agents import WORKSPACE

_FILE_PARAMETER = re.compile(r"path|file|image_source|input_data", re.IGNORECASE)
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+:", re.IGNORECASE)
_PICTURE = re.compile(r".+\.(png|jpe?g|webp|gif|bmp|tiff?)", re.IGNORECASE)
_MAX_LENGTH = 300
_WORKSPACE_PREFIX = f"{WORKSPACE}/"
"""Prefix of files in the trajectories of a run."""


def file_arguments(arguments: dict[str, Any]) -> list[str]:
    """Return the values that look like file paths, by parameter name and value."""
    found: list[str] = []
    for name, value in arguments.items():
        if _FILE_PARAMETER.search(name):
            values = value if isinstance(value, list) else [value]
            found += [item for item in values if isinstance(item, str) and _is_path(item)]
    return found


def map_paths(
    arguments: dict[str, Any], workspace: Path, *, absolute: bool
) -> tuple[dict[str, Any], list[str]]:
    """Map every file argument into the workspace.

    Args:
        arguments: The arguments of a call.
        workspace: The target folder.
        absolute: Write absolute paths, for servers that take no others.

    Returns:
        The new arguments, and the original paths that pointed outside of the workspace.
    """
    outside: list[str] = []

    def map_value(name: str, value: Any) -> Any:
        if isinstance(value, list):
            return [map_value(name, item) for item in value]
        if not isinstance(value, str) or not _FILE_PARAMETER.search(name) or not _is_path(value):
            return value
        inner = _inside(value)
        if inner != str(PurePosixPath(value.removeprefix(_WORKSPACE_PREFIX))):
            outside.append(value)
        target = workspace / inner
        target.parent.mkdir(parents=True, exist_ok=True)
        return str(target) if absolute else inner

    return {name: map_value(name, value) for name, value in arguments.items()}, outside


def missing_pictures(arguments: dict[str, Any], workspace: Path) -> list[str]:
    """Return the input pictures that the arguments name and the workspace lacks."""
    read = {name: value for name, value in arguments.items() if "output" not in name.casefold()}
    named = [path for path in file_arguments(read) if _PICTURE.fullmatch(path)]
    return [path for path in named if not (workspace / _inside(path)).exists()]


def _is_path(value: str) -> bool:
    return (
        0 < len(value) <= _MAX_LENGTH
        and "\n" not in value
        and "\0" not in value
        and not _ADDRESS.match(value)
    )


def _inside(path: str) -> str:
    """Return the path relative to the workspace, without its root and parent steps."""
    parts = [
        part
        for part in PurePosixPath(path.removeprefix(_WORKSPACE_PREFIX)).parts
        if part.strip("/") and part not in ("..", "~")
    ]
    return str(PurePosixPath(*parts)) if parts else "file"
