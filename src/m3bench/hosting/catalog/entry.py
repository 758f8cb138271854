"""What the catalog says about one third-party server."""

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


class Registry(StrEnum):
    """Where a package comes from."""

    PYPI = "pypi"
    NPM = "npm"


class Runtime(StrEnum):
    """What runs a server."""

    PYTHON = "python"
    NODE = "node"


class CatalogEntry(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, forbid_unknown_fields=True):
    """A server that was installed at this version, started, and seen to answer a call."""

    name: str
    registry: Registry
    package: str
    version: str
    executable: str
    """PyPI: a program of the environment. npm: the package's script that Node runs."""
    args: tuple[str, ...] = ()
    env: dict[str, str] = {}
    pins: tuple[str, ...] = ()
    """Further requirements, such as `mcp<2`."""
    python: str | None = None
    """Versions of Python that it runs on, such as `>=3.12`, where ours may not be one."""
    scope: Scope = Scope.SHARED
    domain: str
    licence: str
    """SPDX expression from the package's own metadata."""
    tools: int
    megabytes: int = 0
    """Size once installed, dependencies included."""
    proof_tool: str
    """A tool whose call shows that the server works, and arguments for it."""
    proof_arguments: dict[str, Any] = {}
    proof_files: tuple[str, ...] = ()
    """Samples that the proof expects in its workspace; `repo` makes the workspace a git repository."""
    paths: tuple[PathArgument, ...] = ()
    """Arguments of its tools that name files and must stay inside the workspace."""
    note: str | None = None

    def __post_init__(self) -> None:
        if not is_folder_name(self.name):
            raise ValueError(f"{self.name!r} cannot be the name of a folder")

    @property
    def needs(self) -> Runtime:
        return Runtime.NODE if self.registry is Registry.NPM else Runtime.PYTHON

    @property
    def proof(self) -> Proof:
        return Proof(self.proof_tool, self.proof_arguments, self.proof_files)

    @property
    def digest(self) -> str:
        """Identity of what is installed; another digest means another environment."""
        return content_hash(
            [self.name, self.registry, self.package, self.version, sorted(self.pins), self.python]
        )

    def program(self, folder: Path) -> Path:
        """The file that is run, in the environment at that folder."""
        if self.registry is Registry.NPM:
            return folder / "node_modules" / self.package / self.executable
        return folder / "bin" / self.executable


def is_folder_name(name: str) -> bool:
    """Whether a server of that name can have a folder of that name, and does not leave its place by it."""
    return _FOLDER_NAME.fullmatch(name) is not None
