"""Read the files in which clients configure MCP servers.

Claude Desktop, Cursor and others use `mcpServers`; VS Code and M³-Bench use `servers`. Servers are in an
object, by name, or in a list. Comments and trailing commas are allowed.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from m3bench.core import FormatError, UsageError
from m3bench.core.text import did_you_mean
from m3bench.hosting.config.fields import Fields
from m3bench.hosting.config.server import spec_from
from m3bench.hosting.spec import ServerSpec

_GROUPS = ("mcpServers", "servers")
_STARTERS = frozenset({"command", "url", "serverUrl", "httpUrl"})
# The closing delimiter is optional in both, so that a missing one is found in one pass.
_STRING = r'"(?:\\.|[^"\\])*"?'
_COMMENT = re.compile(rf"{_STRING}|(?P<comment>//[^\r\n]*|/\*.*?(?:\*/|\Z))", re.DOTALL)
_COMMA = re.compile(rf"{_STRING}|[\[{{,]\s*,|(?P<trailing>,)(?=\s*[\]}}])", re.DOTALL)
_VISIBLE = re.compile(r"[^\r\n]")


def read_specs(path: Path, environment: Mapping[str, str]) -> list[ServerSpec]:
    """Read the servers of a file, in its order.

    A server that lacks variables, is disabled or uses another transport is returned as unavailable.

    Args:
        path: The configuration file.
        environment: Resolves variables such as `${VAR}`.

    Raises:
        FormatError: The file is invalid. The error names file, server and key.
    """
    return parse_specs(read_jsonc(path), environment, file=str(path), folder=path.resolve().parent)


def named_specs(specs: Sequence[ServerSpec], names: Sequence[str], *, file: str) -> list[ServerSpec]:
    """Return the servers of a file that are named; all of them without names.

    Raises:
        UsageError: It has no server of that name.
    """
    known = [spec.name for spec in specs]
    for name in names:
        if name not in known:
            hint = did_you_mean(name, known, f"Its servers: {', '.join(known) or 'none'}.")
            raise UsageError(f"{file} has no server {name!r}.", hint)
    return [spec for spec in specs if not names or spec.name in names]


def entries_of(path: Path) -> dict[str, dict[str, Any]]:
    """Return the entries of a file as they are written, by name: variables are not resolved.

    Raises:
        FormatError: The file is invalid.
    """
    return {fields.name: fields.written for fields in _entries(read_jsonc(path), str(path))}


def parse_specs(
    data: Any, environment: Mapping[str, str], *, file: str = "<input>", folder: Path | None = None
) -> list[ServerSpec]:
    """Read servers from a JSON value. Relative paths and `${workspaceFolder}` refer to `folder`."""
    known = _known(data, environment, folder)
    specs = [spec_from(fields, environment, known, folder) for fields in _entries(data, file)]
    repeated = [name for name, count in Counter(spec.name for spec in specs).items() if count > 1]
    if repeated:
        raise FormatError("duplicate name", file=file, place=f"server {repeated[0]!r}")
    return specs


def _entries(data: Any, file: str) -> Iterator[Fields]:
    for place, group in _groups(data, file):
        if isinstance(group, dict):
            for name, entry in group.items():
                yield _fields(name, entry, file)
        elif isinstance(group, list):
            for index, entry in enumerate(group):
                yield _fields(_stated_name(entry, file, f"{place}[{index}]"), entry, file)
        else:
            raise FormatError("expected an object or a list of servers", file=file, place=place)


def _groups(data: Any, file: str) -> list[tuple[str, Any]]:
    """Return the parts of a file that contain servers."""
    if isinstance(data, list):
        return [("", data)]
    if not isinstance(data, dict):
        raise _no_servers(file)
    holder = _holder(data)
    if groups := [(key, holder[key]) for key in _GROUPS if key in holder and not _is_entry(holder[key])]:
        return groups
    if data and all(_is_entry(entry) for entry in data.values()):
        return [("", data)]
    raise _no_servers(file)


def _holder(data: dict[str, Any]) -> dict[str, Any]:
    """Return the object with the groups: the file itself, or `mcp` in VS Code's settings."""
    inner = data.get("mcp")
    return inner if isinstance(inner, dict) and any(key in inner for key in _GROUPS) else data


def _is_entry(value: Any) -> bool:
    """Return whether this is a server, not a group of servers. A server may be named `command`."""
    return isinstance(value, dict) and any(isinstance(value.get(key), str | list) for key in _STARTERS)


def _no_servers(file: str) -> FormatError:
    return FormatError('expected an object with "mcpServers" or "servers"', file=file)


def _stated_name(entry: Any, file: str, place: str) -> str:
    name = entry.get("name") if isinstance(entry, dict) else None
    if not isinstance(name, str):
        raise FormatError('expected an object with a "name"', file=file, place=place)
    return name


def _fields(name: str, entry: Any, file: str) -> Fields:
    fields = Fields(entry if isinstance(entry, dict) else {}, name=name, file=file)
    if not isinstance(entry, dict):
        raise fields.error("expected an object")
    if not name.strip():
        raise fields.error("the name is empty")
    if "/" in name:
        raise fields.error("a name cannot contain '/', because tools are named server/tool; rename it")
    return fields


def _known(data: Any, environment: Mapping[str, str], folder: Path | None) -> dict[str, str]:
    """Return the variables that an editor would resolve."""
    known = {f"input:{key}": value for key, value in _input_defaults(data)}
    if home := environment.get("HOME"):
        known["userHome"] = home
    if folder is not None:
        project = folder.parent if folder.name in (".vscode", ".cursor") else folder
        known["workspaceFolder"] = str(project)
    return known


def _input_defaults(data: Any) -> Iterator[tuple[str, str]]:
    inputs = _holder(data).get("inputs") if isinstance(data, dict) else None
    for item in inputs if isinstance(inputs, list) else ():
        name, value = (item.get("id"), item.get("default")) if isinstance(item, dict) else (None, None)
        if isinstance(name, str) and isinstance(value, str):
            yield name, value


def read_jsonc(path: Path) -> Any:
    """Read a file of JSON with comments."""
    file = str(path)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise FormatError("is not valid UTF-8", file=file) from None
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror or type(error).__name__}", file=file) from None
    return parse_jsonc(text, file=file)


def parse_jsonc(text: str, *, file: str = "<input>") -> Any:
    """Parse JSON with comments and trailing commas."""
    try:
        return json.loads(plain_json(text, file=file), object_pairs_hook=lambda pairs: _object(pairs, file))
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        problem = f"invalid JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        raise FormatError(problem, file=file, place=place) from None
    except RecursionError:
        raise FormatError("nested too deeply", file=file) from None
    except ValueError:
        raise FormatError("a number has too many digits", file=file) from None


def plain_json(text: str, *, file: str = "<input>") -> str:
    """Replace comments and trailing commas by spaces. Everything else keeps its line and column."""

    def without_comment(match: re.Match[str]) -> str:
        comment = match["comment"]
        if comment is None:
            return match[0]
        if comment.startswith("/*") and not (len(comment) >= 4 and comment.endswith("*/")):
            line = text.count("\n", 0, match.start()) + 1
            raise FormatError("a comment is not closed: */ is missing", file=file, place=f"line {line}")
        return _VISIBLE.sub(" ", comment)

    return _COMMA.sub(
        lambda match: " " if match["trailing"] else match[0], _COMMENT.sub(without_comment, text)
    )


def _object(pairs: list[tuple[str, Any]], file: str) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise FormatError(f"duplicate key {twice!r} in one object", file=file)
    return value
