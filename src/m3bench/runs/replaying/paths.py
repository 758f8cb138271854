"""File arguments of calls that were made elsewhere, brought into a workspace of ours."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from typing import Any

from m3bench.agents import WORKSPACE

_FILE_PARAMETER = re.compile(r"path|file|image_source|input_data", re.IGNORECASE)
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+:", re.IGNORECASE)
_PICTURE = re.compile(r".+\.(png|jpe?g|webp|gif|bmp|tiff?)", re.IGNORECASE)
_LONGEST = 300
_OF_A_RUN = f"{WORKSPACE}/"
"""How the trajectories of a run name files."""


def file_arguments(arguments: dict[str, Any]) -> list[str]:
    """The values that name files, judged by the parameter's name and the look of the value."""
    found: list[str] = []
    for name, value in arguments.items():
        if _FILE_PARAMETER.search(name):
            values = value if isinstance(value, list) else [value]
            found += [item for item in values if isinstance(item, str) and _is_path(item)]
    return found


def mapped(arguments: dict[str, Any], workspace: Path, *, absolute: bool) -> tuple[dict[str, Any], list[str]]:
    """The arguments with every file inside the workspace, and the paths that pointed outside of it.

    `absolute` is for servers that take whole paths only.
    """
    outside: list[str] = []

    def changed(name: str, value: Any) -> Any:
        if isinstance(value, list):
            return [changed(name, item) for item in value]
        if not isinstance(value, str) or not _FILE_PARAMETER.search(name) or not _is_path(value):
            return value
        inner = _inside(value)
        if inner != str(PurePosixPath(value.removeprefix(_OF_A_RUN))):
            outside.append(value)
        target = workspace / inner
        target.parent.mkdir(parents=True, exist_ok=True)
        return str(target) if absolute else inner

    return {name: changed(name, value) for name, value in arguments.items()}, outside


def absent_pictures(arguments: dict[str, Any], workspace: Path) -> list[str]:
    """Pictures that the arguments name to be read and that are not in the workspace."""
    read = {name: value for name, value in arguments.items() if "output" not in name.casefold()}
    named = [path for path in file_arguments(read) if _PICTURE.fullmatch(path)]
    return [path for path in named if not (workspace / _inside(path)).exists()]


def _is_path(value: str) -> bool:
    return (
        0 < len(value) <= _LONGEST and "\n" not in value and "\0" not in value and not _ADDRESS.match(value)
    )


def _inside(path: str) -> str:
    """The path below the workspace: without its root, and without steps that lead out."""
    parts = [
        part
        for part in PurePosixPath(path.removeprefix(_OF_A_RUN)).parts
        if part.strip("/") and part not in ("..", "~")
    ]
    return str(PurePosixPath(*parts)) if parts else "file"
