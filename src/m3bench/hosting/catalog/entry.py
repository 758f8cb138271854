"""A catalog entry: one third-party server."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import Any

import msgspec

from m3bench.core import Proof, content_hash
from m3bench.hosting.path_guard import PathArgument
from m3bench.hosting.spec import Scope

_FOLDER_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*", re.ASCII)

_PIP_ITSELF, _PIP_COMPILED = 18, 1.35
"""Megabytes, and a factor: fitted to 14 servers of 888 MB by uv and 1,462 MB by pip; within 12 % for each."""


class Registry(StrEnum):
    """The package registry."""

    PYPI = "pypi"
    NPM = "npm"


class CatalogEntry(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, forbid_unknown_fields=True):
    """A server that was installed at this version, started, and answered a call."""

    name: str
    registry: Registry
    package: str
    version: str
    executable: str
    """PyPI: a program in the environment. npm: the script of the package that Node runs."""
    args: tuple[str, ...] = ()
    env: dict[str, str] = {}
    pins: tuple[str, ...] = ()
    """Further requirements, such as `mcp<2`."""
    python: str | None = None
    """Supported Python versions, such as `>=3.12`, if ours may not be one."""
    scope: Scope = Scope.SHARED
    restartable: bool | None = None
    """Whether its process can be stopped between two calls. Unless stated, only shared servers are: they hold
    nothing of a task."""
    domain: str
    licence: str
    """SPDX expression from the package's own metadata."""
    tools: int
    megabytes: int = 0
    """Installed size by uv, including dependencies."""
    proof_tool: str
    """The tool and arguments of the proof call."""
    proof_arguments: dict[str, Any] = {}
    proof_files: tuple[str, ...] = ()
    """Sample files for the proof call. `repo` makes the workspace a git repository."""
    paths: tuple[PathArgument, ...] = ()
    """Arguments of its tools that are file paths and must stay inside the workspace."""
    note: str | None = None

    def __post_init__(self) -> None:
        if not is_folder_name(self.name):
            raise ValueError(f"{self.name!r} is not a valid folder name")

    @property
    def is_restartable(self) -> bool:
        return self.scope is Scope.SHARED if self.restartable is None else self.restartable

    def size_on_disk(self, *, uv: bool) -> int:
        """Return the installed size in megabytes. pip leaves compiled modules and itself behind."""
        if uv or self.registry is Registry.NPM:
            return self.megabytes
        return round(_PIP_ITSELF + _PIP_COMPILED * self.megabytes)

    @property
    def proof(self) -> Proof:
        return Proof(self.proof_tool, self.proof_arguments, self.proof_files)

    @property
    def digest(self) -> str:
        """Identity of what is installed. A different digest needs a new environment."""
        return content_hash(
            [self.name, self.registry, self.package, self.version, sorted(self.pins), self.python]
        )

    def program(self, folder: Path) -> Path:
        """Return the file to run in the environment at `folder`."""
        if self.registry is Registry.NPM:
            return folder / "node_modules" / self.package / self.executable
        return folder / "bin" / self.executable


def is_folder_name(name: str) -> bool:
    """Return whether the name is a valid name of a single folder."""
    return _FOLDER_NAME.fullmatch(name) is not None
