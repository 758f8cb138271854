"""Keeps the path arguments of servers that are not ours inside the workspace, before a call reaches them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from m3bench.core import PathRefused, confined_path
from m3bench.core.text import shorten

_EVERY = "*"
_SHOWN = 200


class PathArgument(msgspec.Struct, frozen=True, omit_defaults=True):
    """An argument that names a file, in any tool of a server. Dots lead into it: `*` is every item or value,
    as in `images.*`."""

    name: str
    unless: dict[str, str] = {}
    """Other arguments of the call that make it something else: `{"source_type": "base64"}`."""


class PathGuard:
    """Refuses calls whose paths lead out of a workspace."""

    def __init__(self, workspace: Path, arguments: Sequence[PathArgument]) -> None:
        self._root = str(workspace.resolve())
        self._arguments = tuple(arguments)

    def refusal(self, arguments: dict[str, Any]) -> str | None:
        """Why a call with these arguments is not carried out; None for one that is fine."""
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
    """The texts that lie at a dotted place. Many servers also take an object or a list written as JSON."""
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


def _shown(path: str) -> str:
    text = path.replace("\0", "\\0")
    return f"'{shorten(text, _SHOWN)}'"
