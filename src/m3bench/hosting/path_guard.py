"""Keep path arguments of third-party servers inside the workspace, before a call reaches them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from m3bench.core import PathRefused, confined_path
from m3bench.core.text import shorten

_EVERY = "*"
_SHOWN = 200


class PathArgument(msgspec.Struct, frozen=True, omit_defaults=True):
    """A file path argument, in any tool of a server. Dots descend into it, and `*` matches every item or
    value, as in `images.*`."""

    name: str
    unless: dict[str, str] = {}
    """Argument values that give it another meaning, such as `{"source_type": "base64"}`."""


class PathGuard:
    """Refuses calls whose paths lead outside the workspace."""

    def __init__(self, workspace: Path, arguments: Sequence[PathArgument]) -> None:
        self._root = str(workspace.resolve())
        self._arguments = tuple(arguments)

    def refusal(self, arguments: dict[str, Any]) -> str | None:
        """Return why a call with these arguments is refused, or None if it is allowed."""
        for argument in self._arguments:
            if any(arguments.get(name) == value for name, value in argument.unless.items()):
                continue
            for path in filter(None, _texts(arguments, argument.name.split("."))):  # "" means no file
                try:
                    confined_path(self._root, path, os.path.realpath)
                except PathRefused as refused:
                    return f"Invalid argument '{argument.name}': {_shown(path)} {refused}; {self._advice}"
        return None

    @property
    def _advice(self) -> str:
        return f"pass a path inside the workspace, such as '{self._root}/report'"


def _texts(value: Any, steps: Sequence[str]) -> Iterator[str]:
    """Yield the strings at a dotted path. Objects and lists written as JSON text are parsed, as servers
    do."""
    if isinstance(value, str) and steps:
        value = _parsed(value)
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict) and steps:
        names = value if steps[0] == _EVERY else [steps[0]]
        for name in names:
            yield from _texts(value.get(name), steps[1:])
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item, steps[1:] if steps and steps[0] == _EVERY else steps)


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def holds(check: Callable[[], bool]) -> bool:
    """Return whether a check of a path holds. An argument need not be a path: it may be too long for one, or
    contain a null character."""
    try:
        return check()
    except (OSError, ValueError):
        return False


def _shown(path: str) -> str:
    text = path.replace("\0", "\\0")
    return f"'{shorten(text, _SHOWN)}'"
