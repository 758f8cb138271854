"""File names in the arguments of calls, and which files a call probably writes."""

from __future__ import annotations

import re

from m3bench.core import Call, parsed_arguments

_FILE = re.compile(r"(?:.*[\\/])?([^\\/]+\.(?=\d*[a-z])[a-z0-9]{1,8})")
_PATH_START = re.compile(r"file://|[a-z]:[\\/]|[~.]{0,2}[\\/]")
_NAME_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_LONGEST_PATH = 300
_OUTPUT_WORDS = frozenset({"output", "out", "save", "dest", "destination", "target", "export"})
_INPUT_WORDS = frozenset({"input", "source", "src", "template"})
WRITING_WORDS = frozenset(
    {"add", "apply", "build", "convert", "copy", "create", "crop", "download", "draw", "edit", "export"}
    | {"format", "generate", "insert", "make", "merge", "plot", "record", "rename", "save", "update", "write"}
)
"""Words in a tool name that mean that the tool writes."""


def base_name(text: str) -> str | None:
    """Return the base name of a file path in folded text; None if it is not a file path."""
    plain = " " not in text and "://" not in text
    if len(text) > _LONGEST_PATH or not (plain or _PATH_START.match(text)):
        return None
    found = _FILE.fullmatch(text)
    return found[1] if found else None


def writes_file(call: Call, path: str) -> bool:
    """Return whether a call probably writes the file of an argument, by the name of argument or tool."""
    argument = name_parts(path)
    if argument & (_OUTPUT_WORDS | _INPUT_WORDS):
        return bool(argument & _OUTPUT_WORDS)
    arguments = parsed_arguments(call.arguments)
    has_output = isinstance(arguments, dict) and any(
        _OUTPUT_WORDS & name_parts(str(key)) for key in arguments
    )
    return not has_output and bool(WRITING_WORDS & name_parts(call.tool))


def name_parts(name: str) -> set[str]:
    """Return the words of a name: `readData`, `read_data` and `read-data` have two each."""
    return {part.casefold() for part in _NAME_PART.findall(name)}
