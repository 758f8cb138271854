"""Programs of presets, each installed from its registry at one version, into an environment of its own."""

from __future__ import annotations

import os
import platform
import shutil
from functools import partial
from pathlib import Path

from m3bench.core import UsageError
from m3bench.hosting.catalog import CatalogEntry, Environments, Registry

ROOT_VARIABLE = "M3BENCH_AGENTS"
_ENTRY = partial(CatalogEntry, domain="agents", licence="", tools=0, proof_tool="")
_MACHINES = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "arm64": "arm64"}


def npm_entry(
    name: str, package: str, version: str, executable: str, *, megabytes: int, node: bool = False
) -> CatalogEntry:
    """Describe a program from npm. `executable` is relative to its package; `node` if Node.js runs it."""
    return _ENTRY(
        name=name,
        registry=Registry.NPM,
        package=package,
        version=version,
        executable=executable,
        args=("node",) if node else (),
        megabytes=megabytes,
    )


def pypi_entry(name: str, package: str, version: str, *, megabytes: int, python: str) -> CatalogEntry:
    """Describe a library from PyPI, which is run by a script of ours."""
    return _ENTRY(
        name=name,
        registry=Registry.PYPI,
        package=package,
        version=version,
        executable="python",
        python=python,
        megabytes=megabytes,
    )


def native_machine() -> str:
    """Return the name of this machine's processors, as packages of npm have it."""
    machine = platform.machine().lower()
    return _MACHINES.get(machine, machine)


def agent_environments() -> Environments:
    """Return where programs are installed: `$M3BENCH_AGENTS`, or a folder in the user's data folder."""
    if stated := os.environ.get(ROOT_VARIABLE):
        return Environments(Path(stated).expanduser())
    import platformdirs  # noqa: PLC0415

    return Environments(platformdirs.user_data_path("m3bench") / "agents")


def installed_program(entry: CatalogEntry) -> tuple[str, ...]:
    """Return the command of an installed program.

    Raises:
        UsageError: It is not installed, at another version, or needs Node.js.
    """
    environments = agent_environments()
    if environments.installed(entry) is None:
        marked = environments.marked(entry.name)
        state = (
            "is not installed" if marked is None else f"is installed at {marked.version}, not {entry.version}"
        )
        raise UsageError(
            f"The program of preset:{entry.name} {state}.", f"Install it: m3bench install agents {entry.name}"
        )
    program = str(Path(os.path.normpath(entry.program(environments.folder(entry.name)))))
    if not entry.args:
        return (program,)
    node = shutil.which("node")
    if node is None:
        raise UsageError(f"preset:{entry.name} needs Node.js.", "Install Node.js, and put it on the PATH.")
    return (node, program)
