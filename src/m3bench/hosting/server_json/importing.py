"""Convert a `server.json` to an entry in the configuration of a client."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from m3bench.core import UsageError
from m3bench.core.text import join
from m3bench.hosting.server_json.document import (
    Argument,
    Input,
    NamedInput,
    Package,
    ServerJson,
    Transport,
    VariableInput,
)

REMOTE = "remote"
_RUNTIMES = {"npm": "npx", "pypi": "uvx", "oci": "docker"}
_PLACEHOLDER = re.compile(r"\{([\w.-]+)\}")
_HTTP = {"streamable-http": "http", "sse": "sse"}


class Imported(NamedTuple):
    """An entry of `mcpServers`, and what a person should know about it."""

    name: str
    entry: dict[str, Any]
    notes: tuple[str, ...] = ()


def import_server(server: ServerJson, *, use: str | None = None) -> Imported:
    """Return the entry of a server: its first package that can be started, or else its remote address.

    Args:
        server: The server.
        use: `npm`, `pypi`, `oci` or `remote`, if there are several.

    Raises:
        UsageError: There is none that a client can start or reach.
    """
    notes: list[str] = []
    name = server.name.rpartition("/")[2]
    for package in server.packages:
        reason = _unusable(package)
        if reason is None and use in (None, package.registry_type):
            return Imported(name, _package_entry(package, notes), tuple(notes))
        if reason is not None:
            notes.append(f"the package {package.identifier} is left out: {reason}")
    remotes = sorted(server.remotes, key=lambda remote: remote.type != "streamable-http")
    if remotes and use in (None, REMOTE):
        return Imported(name, _remote_entry(remotes[0], notes), tuple(notes))
    offered = [*(package.registry_type for package in server.packages), *([REMOTE] if remotes else [])]
    raise UsageError(
        f"{server.name} has nothing{f' of the kind {use}' if use else ''} that can be started or reached"
        f"{': ' + '; '.join(notes) if notes else ''}.",
        f"It offers {join(offered) or 'neither packages nor remotes'}.",
    )


def _unusable(package: Package) -> str | None:
    if package.registry_type not in _RUNTIMES:
        return f"packages of {package.registry_type} cannot be started, only those of {join(_RUNTIMES)}"
    if package.transport.type != "stdio":
        return f"its transport is {package.transport.type}, not stdio"
    return None


def _package_entry(package: Package, notes: list[str]) -> dict[str, Any]:
    runtime = package.runtime_hint or _RUNTIMES[package.registry_type]
    given = [*_words(package.runtime_arguments, notes)]
    variables = dict(_table(package.environment_variables, notes))
    words = [*_launch(package, runtime, given, variables), *_words(package.package_arguments, notes)]
    if package.registry_type != "oci":
        notes.append(
            f"{runtime} downloads the package when it starts: use --sandbox off, or install the package"
        )
    if package.file_sha256 is not None:
        notes.append("fileSha256 is not checked")
    return {"command": runtime, "args": words, **({"env": variables} if variables else {})}


def _launch(package: Package, runtime: str, given: list[str], variables: Mapping[str, str]) -> list[str]:
    """Return the arguments up to the package."""
    if package.registry_type == "oci":
        passed = [word for name in variables for word in ("-e", name)]
        has_tag = ":" in package.identifier.rpartition("/")[2] or "@" in package.identifier
        tag = f":{package.version}" if package.version and not has_tag else ""
        return ["run", "-i", "--rm", *passed, *given, f"{package.identifier}{tag}"]
    yes = ["-y"] if runtime == "npx" and not {"-y", "--yes"} & set(given) else []
    version = f"@{package.version}" if package.version else ""
    return [*yes, *given, f"{package.identifier}{version}"]


def _remote_entry(remote: Transport, notes: list[str]) -> dict[str, Any]:
    headers = dict(_table(remote.headers, notes))
    if remote.type == "sse":
        notes.append("m3bench does not support the transport sse; other clients may")
    url = _filled(remote.url or "", remote.variables)
    return {"type": _HTTP[remote.type], "url": url, **({"headers": headers} if headers else {})}


def _words(arguments: Iterable[Argument], notes: list[str]) -> Iterator[str]:
    for argument in arguments:
        label = argument.name or argument.value_hint or "argument"
        value = _value(argument, label)
        if argument.type == "positional":
            if value is None:
                notes.append(f"the optional argument {label} is left out")
            else:
                yield value
        elif value is not None:
            yield from [f"{label}={value}"] if label.startswith("--") else [label, value]
        elif argument.is_required:
            yield label
        else:
            notes.append(f"the optional argument {label} is left out")


def _table(inputs: Iterable[NamedInput], notes: list[str]) -> Iterator[tuple[str, str]]:
    for variable in inputs:
        value = _value(variable, variable.name)
        if value is not None:
            yield variable.name, value
        else:
            about = f": {variable.description}" if variable.description else ""
            notes.append(f"the optional {variable.name} is left out{about}")


def _value(given: VariableInput, label: str) -> str | None:
    """Return the value of an input, `${NAME}` for what a user has to give, None if it can be left out."""
    if given.value is not None and (given.variables or not given.is_secret):
        return _filled(given.value, given.variables)
    return _reference(given, label)


def _reference(given: Input, label: str) -> str | None:
    variable = variable_name(label)
    if given.is_secret:
        return f"${{{variable}}}" if given.is_required else f"${{{variable}:-}}"
    if given.default is not None:
        return f"${{{variable}:-{given.default}}}"
    return f"${{{variable}}}" if given.is_required else None


def _filled(text: str, variables: Mapping[str, Input]) -> str:
    """Replace `{name}` by the variable of this name; others stay as they are."""

    def replaced(match: re.Match[str]) -> str:
        given = variables.get(match[1])
        if given is None:
            return match[0]
        if given.value is not None and not given.is_secret:
            return given.value
        return _reference(given, match[1]) or f"${{{variable_name(match[1])}:-}}"

    return _PLACEHOLDER.sub(replaced, text)


def variable_name(label: str) -> str:
    """Return the environment variable for an argument, a header or a variable: `--api-key` is `API_KEY`."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", label)
    name = re.sub(r"\W+", "_", words, flags=re.ASCII).strip("_").upper()
    return f"_{name}" if name[:1].isdigit() else name or "VALUE"
