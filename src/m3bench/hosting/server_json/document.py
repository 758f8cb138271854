"""The types of a `server.json`, schema of 2025-12-11."""

from __future__ import annotations

import re
from typing import Any, Literal

import msgspec

SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"
_NAME = re.compile(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+")
_RANGE = re.compile(r"^[\^~<>=]|[*]|\.x\b|\s(?:-|\|\|)\s")
_HASH = re.compile(r"[a-f0-9]{64}")
_LONGEST_NAME, _LONGEST_DESCRIPTION, _LONGEST_VERSION = 200, 100, 255


class Input(msgspec.Struct, frozen=True, omit_defaults=True, rename="camel", kw_only=True):
    """A value that a user may have to give."""

    description: str | None = None
    is_required: bool = False
    format: Literal["string", "number", "boolean", "filepath"] = "string"
    value: str | None = None
    """Fixed. `{name}` in it stands for a variable."""
    is_secret: bool = False
    default: str | None = None
    placeholder: str | None = None
    choices: tuple[str, ...] = ()


class VariableInput(Input, frozen=True, omit_defaults=True, rename="camel", kw_only=True):
    """An input whose value may name variables."""

    variables: dict[str, Input] = {}


class NamedInput(VariableInput, frozen=True, omit_defaults=True, rename="camel", kw_only=True):
    """An environment variable or a header."""

    name: str


class Argument(VariableInput, frozen=True, omit_defaults=True, rename="camel", kw_only=True):
    """An argument of a command: positional, or named with its dashes."""

    type: Literal["positional", "named"]
    name: str | None = None
    value_hint: str | None = None
    is_repeated: bool = False

    def __post_init__(self) -> None:
        if self.type == "named" and not self.name:
            raise ValueError("a named argument needs a name, such as --port")
        if (
            self.type == "positional"
            and self.value is None
            and self.value_hint is None
            and self.default is None
        ):
            raise ValueError("a positional argument needs a value or a valueHint")


class Transport(msgspec.Struct, frozen=True, omit_defaults=True, rename="camel", kw_only=True):
    """How a client talks to the server."""

    type: Literal["stdio", "streamable-http", "sse"]
    url: str | None = None
    headers: tuple[NamedInput, ...] = ()
    variables: dict[str, Input] = {}

    def __post_init__(self) -> None:
        if self.type != "stdio" and not self.url:
            raise ValueError(f"the transport {self.type} needs a url")


class Package(msgspec.Struct, frozen=True, omit_defaults=True, rename="camel", kw_only=True):
    """A package that contains the server."""

    registry_type: str
    """`npm`, `pypi`, `oci`, `nuget`, `mcpb` or another one."""
    identifier: str
    transport: Transport
    version: str | None = None
    registry_base_url: str | None = None
    file_sha256: str | None = msgspec.field(default=None, name="fileSha256")
    runtime_hint: str | None = None
    runtime_arguments: tuple[Argument, ...] = ()
    package_arguments: tuple[Argument, ...] = ()
    environment_variables: tuple[NamedInput, ...] = ()

    def __post_init__(self) -> None:
        if not self.identifier.strip():
            raise ValueError("the identifier is empty")
        if self.version is not None:
            check_version(self.version)
        if self.file_sha256 is not None and not _HASH.fullmatch(self.file_sha256):
            raise ValueError("fileSha256 is not a SHA-256 in lower-case hex")


class Repository(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Where the source code is."""

    url: str
    source: str
    id: str | None = None
    subfolder: str | None = None


class Icon(msgspec.Struct, frozen=True, omit_defaults=True, rename="camel", kw_only=True):
    """A picture for lists of servers."""

    src: str
    mime_type: str | None = None
    sizes: tuple[str, ...] = ()
    theme: Literal["light", "dark"] | None = None


class ServerJson(msgspec.Struct, frozen=True, omit_defaults=True, rename="camel", kw_only=True):
    """A server as a registry lists it."""

    schema: str | None = msgspec.field(default=None, name="$schema")
    name: str
    """With a namespace: `io.github.user/server`."""
    description: str
    version: str
    title: str | None = None
    website_url: str | None = None
    repository: Repository | None = None
    icons: tuple[Icon, ...] = ()
    packages: tuple[Package, ...] = ()
    remotes: tuple[Transport, ...] = ()
    meta: dict[str, Any] = msgspec.field(default_factory=dict, name="_meta")

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name) or len(self.name) > _LONGEST_NAME:
            raise ValueError(
                f"the name {self.name[:60]!r} must be namespace/server, such as io.github.user/weather"
            )
        if not 0 < len(self.description) <= _LONGEST_DESCRIPTION:
            raise ValueError(f"the description must have 1 to {_LONGEST_DESCRIPTION} characters")
        check_version(self.version)
        if any(remote.type == "stdio" for remote in self.remotes):
            raise ValueError("a remote cannot have the transport stdio")


def check_version(version: str) -> None:
    """Raise `ValueError` if a text is not one specific version."""
    if not 0 < len(version) <= _LONGEST_VERSION:
        raise ValueError(f"a version must have 1 to {_LONGEST_VERSION} characters")
    if version == "latest" or _RANGE.search(version):
        raise ValueError(f"the version {version[:60]!r} must be one specific version, not a range")
