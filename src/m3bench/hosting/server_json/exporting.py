"""Convert an entry in the configuration of a client to a `server.json`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from m3bench.core import UsageError
from m3bench.core.redaction import names_a_secret, secrets_in_address, secrets_in_arguments, secrets_in_table
from m3bench.hosting.server_json.document import (
    SCHEMA,
    Argument,
    Input,
    NamedInput,
    Package,
    ServerJson,
    Transport,
)

_REGISTRIES = {"npx": "npm", "uvx": "pypi", "docker": "oci", "podman": "oci"}
_ADDRESSES = ("url", "serverUrl", "httpUrl")
_WITH_VALUE = {
    "npx": {"-p", "--package", "-c", "--call"},
    "uvx": {"--from", "--python", "-p", "--with", "--index-url", "--extra-index-url"},
    "docker": {
        "-e",
        "--env",
        "-v",
        "--volume",
        "--mount",
        "--network",
        "--name",
        "-p",
        "--publish",
        "-w",
        "--user",
    },
}
_IMPLIED = frozenset({"-i", "--interactive", "--rm", "-y", "--yes"})
"""Flags that importing adds."""
_REFERENCE = re.compile(
    r"\$\{(?:env:)?(?P<name>[A-Za-z_]\w*)(?P<fallback>:-(?P<default>[^{}]*))?\}", re.ASCII
)


class Publication(NamedTuple):
    """What a registry has to know and a configuration does not say."""

    name: str
    version: str | None = None
    description: str | None = None


def export_entry(name: str, entry: Mapping[str, Any], about: Publication) -> ServerJson:
    """Return the `server.json` of an entry of `mcpServers`.

    Secrets are never written: they become inputs that a user has to give.

    Raises:
        UsageError: The entry starts a program that is not a published package, or does not fit the schema.
    """
    address = next((entry[key] for key in _ADDRESSES if isinstance(entry.get(key), str)), None)
    try:
        if address is not None:
            return _server(name, about, None, remotes=(_remote(entry, address),))
        package = _package(name, entry)
        return _server(name, about, package.version, packages=(package,))
    except (ValueError, msgspec.ValidationError) as error:
        raise UsageError(f"{name} does not fit the registry: {error}.") from None


def _server(name: str, about: Publication, version: str | None, **parts: Any) -> ServerJson:
    return ServerJson(
        schema=SCHEMA,
        name=about.name,
        description=about.description or f"The MCP server {name}",
        version=about.version or version or "0.1.0",
        **parts,
    )


def _remote(entry: Mapping[str, Any], address: str) -> Transport:
    _require_no_secret(secrets_in_address(address), "its address")
    is_sse = str(entry.get("type", "")).lower() == "sse"
    url, variables = _template(address)
    headers = tuple(_named(entry.get("headers")))
    return Transport(
        type="sse" if is_sse else "streamable-http", url=url, headers=headers, variables=variables
    )


def _package(name: str, entry: Mapping[str, Any]) -> Package:
    command = entry.get("command")
    listed = [*(command if isinstance(command, list) else [command]), *(entry.get("args") or ())]
    words = [word for word in listed if isinstance(word, str)]
    runtime = words[0].rpartition("/")[2] if words else ""
    registry = _REGISTRIES.get(runtime)
    if registry is None:
        raise UsageError(
            f"{name} is started with {runtime!r}, which is no published package.",
            "A registry lists packages (npx, uvx, docker) and remote addresses: publish the server first.",
        )
    _require_no_secret(secrets_in_arguments(words[1:]), "its arguments")
    split = _split(runtime, words[1:])
    identifier, version = (split.package, None) if registry == "oci" else _version_of(split.package)
    stated = entry.get("env")
    return Package(
        registry_type=registry,
        identifier=identifier,
        version=version,
        transport=Transport(type="stdio"),
        runtime_hint=runtime,
        runtime_arguments=tuple(map(_argument, split.before)),
        package_arguments=tuple(map(_argument, split.after)),
        environment_variables=tuple(_named({**split.env, **(stated if isinstance(stated, Mapping) else {})})),
    )


def _require_no_secret(secrets: Iterable[str], where: str) -> None:
    if any(secret and "${" not in secret for secret in secrets):
        raise UsageError(f"There is a secret in {where}.", "Write it as ${NAME} in the configuration.")


class _Words(NamedTuple):
    """The arguments of a command, taken apart."""

    before: list[str]
    """For the runtime."""
    package: str
    after: list[str]
    """For the package."""
    env: dict[str, str]
    """Variables that are passed into a container."""


def _split(runtime: str, words: Sequence[str]) -> _Words:
    family = "docker" if _REGISTRIES[runtime] == "oci" else runtime
    rest = list(words[1:] if family == "docker" and words[:1] == ["run"] else words)
    before: list[str] = []
    env: dict[str, str] = {}
    while rest and rest[0].startswith("-"):
        flag = rest.pop(0)
        taken = [rest.pop(0)] if flag in _WITH_VALUE[family] and rest else []
        if flag in ("-e", "--env") and taken:
            name, mark, value = taken[0].partition("=")
            env[name] = value if mark else f"${{{name}}}"
        elif flag not in _IMPLIED:
            before += [flag, *taken]
    if not rest:
        raise ValueError(f"its arguments name no package: {' '.join(words)[:100]}")
    return _Words(before, rest[0], rest[1:], env)


def _version_of(target: str) -> tuple[str, str | None]:
    identifier, mark, version = target.rpartition("==" if "==" in target else "@")
    if mark and identifier and version != "latest":
        return identifier, version
    return target.removesuffix("@latest"), None


def _argument(word: str) -> Argument:
    value, variables = _template(word)
    return Argument(type="positional", value=value, variables=variables)


def _template(text: str) -> tuple[str, dict[str, Input]]:
    """Return a text with `{name}` for each `${NAME}`, and these variables."""
    variables: dict[str, Input] = {}

    def replaced(match: re.Match[str]) -> str:
        name = match["name"].lower()
        if match["name"] == "WORKSPACE":
            return match[0]
        variables[name] = _input(match["name"], match)
        return f"{{{name}}}"

    return _REFERENCE.sub(replaced, text), variables


def _input(name: str, match: re.Match[str]) -> Input:
    default = match["default"] if match["fallback"] else None
    return Input(is_required=default is None, is_secret=names_a_secret(name), default=default or None)


def _named(table: Any) -> Iterator[NamedInput]:
    """Yield environment variables or headers. Values that are or may be secrets are left for the user."""
    for name, value in table.items() if isinstance(table, Mapping) else ():
        text = str(value)
        whole = _REFERENCE.fullmatch(text)
        hidden = names_a_secret(name) or any(secrets_in_table({name: text}))
        if whole is not None:
            given = _input(whole["name"], whole)
            yield NamedInput(
                name=name,
                is_required=given.is_required,
                is_secret=hidden or given.is_secret,
                default=given.default,
            )
        elif "${" in text:
            filled, variables = _template(text)
            yield NamedInput(name=name, value=filled, variables=variables)
        elif hidden:
            yield NamedInput(name=name, is_required=True, is_secret=True)
        else:
            yield NamedInput(name=name, value=text)
