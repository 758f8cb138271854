"""Convert an entry of a configuration file to a `ServerSpec`."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping
from itertools import chain
from pathlib import Path

import msgspec

from m3bench.core.redaction import protect, secrets_in_address, secrets_in_arguments, secrets_in_table
from m3bench.hosting.config.fields import Fields
from m3bench.hosting.config.variables import VariableResolver
from m3bench.hosting.path_guard import holds
from m3bench.hosting.spec import Feature, Scope, ServerSpec, Timeouts

_STDIO = frozenset({"stdio", "local"})
_HTTP = frozenset({"http", "streamable-http", "streamable_http", "streamablehttp", "remote"})
_URL_KEYS = ("url", "serverUrl", "httpUrl")
_ADDRESS = re.compile(r"https?://[^/\s]", re.IGNORECASE)
_RUNNERS = {".py": "python", ".js": "node", ".mjs": "node", ".cjs": "node"}
_TIMEOUTS = ("start", "call", "task", "stop")


def spec_from(
    fields: Fields, environment: Mapping[str, str], known: Mapping[str, str], folder: Path | None
) -> ServerSpec:
    """Return the server of an entry. `missing` and `problem` say why it cannot be started."""
    transport = _transport(fields)
    filling = VariableResolver(environment, known)
    command, args = _command(fields, filling) if transport == "stdio" else (None, ())
    cwd = fields.text("cwd")
    base = filling.fill(cwd) if cwd else _base_folder(folder, command, args)
    env = _table(fields, "env", filling)
    if command is not None and not cwd:
        command = _located(command, folder, env.get("PATH"))
    spec = ServerSpec(
        name=fields.name,
        command=command,
        args=args,
        env=env,
        cwd=base,
        url=_address(fields, filling) if transport != "stdio" else None,
        headers=_table(fields, "headers", filling),
        scope=fields.converted("scope", Scope, "'shared' or 'task'") or Scope.SHARED,
        restartable=fields.flag("restartable"),
        timeouts=_timeouts(fields),
        network=fields.flag("sandboxNetwork"),
        readable=tuple(filling.fill(path) for path in fields.texts("sandboxRead")),
        problem=_problem(fields, transport, list(filling.foreign)) or _not_executable(command),
        features=_features(fields),
    )
    _register_secrets(spec, filling)
    protect(filling.secrets)
    return msgspec.structs.replace(spec, missing=tuple(filling.missing), secrets=tuple(filling.secrets))


def _transport(fields: Fields) -> str:
    """Return `stdio`, `http`, or the name of an unsupported transport."""
    stated = fields.text("type") or fields.text("transport")
    if stated is None:
        return _transport_by_keys(fields)
    transport = stated.lower()
    transport = "stdio" if transport in _STDIO else "http" if transport in _HTTP else stated
    if transport == "stdio" and not fields.has("command"):
        raise fields.error(f"type {stated} requires a command", "command")
    if transport == "http" and _url(fields) is None:
        raise fields.error(f"type {stated} requires a URL", "url")
    return transport


def _transport_by_keys(fields: Fields) -> str:
    has_url = _url(fields) is not None
    if has_url and fields.has("command"):
        raise fields.error('has both a command and a URL; set "type" to "stdio" or "http"')
    if not has_url and not fields.has("command"):
        raise fields.error("has neither a command nor a URL")
    return "http" if has_url else "stdio"


def _url(fields: Fields) -> str | None:
    return next((url for key in _URL_KEYS if (url := fields.text(key))), None)


def _command(fields: Fields, filling: VariableResolver) -> tuple[str, tuple[str, ...]]:
    """Return the program and its arguments. Some clients write both as one list."""
    words = _command_words(fields)
    command, *args = (filling.fill(word) for word in (*words, *fields.texts("args")))
    return command, tuple(args)


def _command_words(fields: Fields) -> tuple[str, ...]:
    if not fields.is_list("command"):
        return (fields.text("command") or "",)
    words = fields.texts("command")
    if not words or not words[0].strip():
        raise fields.error("is empty", "command")
    return words


def _table(fields: Fields, key: str, filling: VariableResolver) -> dict[str, str]:
    return {name: filling.fill(value) for name, value in fields.table(key).items()}


def _address(fields: Fields, filling: VariableResolver) -> str | None:
    url = filling.fill(_url(fields) or "")
    if url and "${" not in url and not _ADDRESS.match(url):
        raise fields.error("expected a URL that starts with http:// or https://", "url")
    return url or None


def _register_secrets(spec: ServerSpec, filling: VariableResolver) -> None:
    hidden = chain(
        secrets_in_table(spec.env),
        secrets_in_table(spec.headers),
        secrets_in_arguments(spec.args),
        secrets_in_address(spec.url or ""),
    )
    for value in hidden:
        if "${" not in value:
            filling.hide(value)


def _base_folder(folder: Path | None, command: str | None, args: tuple[str, ...]) -> str | None:
    """Return the file's folder if the program or an argument is a path or a file that exists there."""
    if folder is None or command is None:
        return None
    return str(folder) if any(_is_beside(folder, word) for word in (command, *args)) else None


def _is_beside(folder: Path, word: str) -> bool:
    """Return whether a word is a relative path that exists in a folder. One without `/` must be a file with a
    suffix: `run` and `stdio` are words, also where a file has that name."""
    path = Path(word)
    if path.is_absolute():
        return False
    return (
        holds((folder / path).exists) if "/" in word else bool(path.suffix) and holds((folder / path).is_file)
    )


def _located(command: str, folder: Path | None, search_path: str | None) -> str:
    """Return the full path of a program that is beside the file and not on the search path."""
    if folder is None or not _is_beside(folder, command) or "/" in command:
        return command
    return command if shutil.which(command, path=search_path) else str(folder / command)


def _timeouts(fields: Fields) -> Timeouts:
    call = fields.seconds("timeout")
    stated = {} if call is None else {"call": call}
    return Timeouts(**(stated | fields.seconds_by_name("timeouts", _TIMEOUTS)))


def _features(fields: Fields) -> tuple[Feature, ...] | None:
    if not fields.has("features"):
        return None
    stated = fields.texts("features")
    unknown = [name for name in stated if name not in set(Feature)]
    if unknown:
        raise fields.error(f"{unknown[0]!r} is not one of {', '.join(Feature)}", "features")
    return tuple(Feature(name) for name in stated)


def _not_executable(command: str | None) -> str | None:
    """Return what to do about a script that is named as a program but cannot be executed."""
    if command is None or not Path(command).is_absolute() or not holds(Path(command).is_file):
        return None
    if os.access(command, os.X_OK):
        return None
    name = Path(command).name
    runner = _RUNNERS.get(Path(command).suffix)
    how = f'"command": "{runner}", "args": ["{name}"]' if runner else f"chmod +x {name}"
    return f"{name} is not executable: use {how}"


def _problem(fields: Fields, transport: str, foreign: list[str]) -> str | None:
    if fields.flag("disabled"):
        return f'disabled: remove "disabled" in {fields.file}'
    if transport not in ("stdio", "http"):
        return f"transport {transport} is not supported; use stdio or streamable HTTP"
    if foreign:
        return (
            f"only an editor can resolve {', '.join(foreign)}: write the value or ${{VAR}} in {fields.file}"
        )
    if fields.has("envFile"):
        return f'"envFile" is not supported: move its variables to "env" in {fields.file}'
    return None
