"""Commands that install a package into its own folder, and the Python that it supports."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path

from m3bench.hosting.catalog.entry import CatalogEntry, Registry
from m3bench.hosting.catalog.install_process import InstallError

_CLAUSE = re.compile(r"(>=|<)3\.(\d+)(?:\.\d+)?")
_MINORS = range(10, 40)
_SECONDS = 20.0

Command = Sequence[str]


def install_commands(entry: CatalogEntry, folder: Path) -> list[Command]:
    """Return commands to run in order. The folder exists and is empty."""
    if entry.registry is Registry.NPM:
        return [_npm(entry, folder)]
    requirements = (f"{entry.package}=={entry.version}", *entry.pins)
    uv = find_uv()
    return _uv(uv, entry, folder, requirements) if uv else _pip(entry, folder, requirements)


def find_uv() -> Command | None:
    """Return how to run uv, from the PATH or as a module. It is optional, and much faster than pip.

    uv does not read pip's configuration. `M3BENCH_INSTALLER=pip` disables it.
    """
    if os.environ.get("M3BENCH_INSTALLER") == "pip":
        return None
    if path := shutil.which("uv"):
        return (path,)
    return (sys.executable, "-m", "uv") if importlib.util.find_spec("uv") else None


def _uv(uv: Command, entry: CatalogEntry, folder: Path, requirements: Command) -> list[Command]:
    # If no interpreter here fits, uv searches further and can download one.
    python = find_python(entry.python) or str(entry.python)
    return [
        (*uv, "venv", "--python", python, str(folder)),
        (*uv, "pip", "install", "--no-progress", "--python", str(folder / "bin" / "python"), *requirements),
    ]


def _pip(entry: CatalogEntry, folder: Path, requirements: Command) -> list[Command]:
    python = find_python(entry.python)
    if python is None:
        raise InstallError(
            f"it requires Python {entry.python}, which is not on the PATH.",
            "Install that Python version, or install uv, which downloads it.",
        )
    inside = str(folder / "bin" / "python")
    options = ("--no-input", "--disable-pip-version-check", "--progress-bar", "off")
    return [
        (python, "-m", "venv", str(folder)),
        (inside, "-m", "pip", "install", *options, *requirements),
    ]


def _npm(entry: CatalogEntry, folder: Path) -> Command:
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        raise InstallError(
            "it requires Node.js with npm, which are not on the PATH.",
            "Install Node.js and try again. Servers from PyPI work without it.",
        )
    # Install scripts run arbitrary code, and none of these servers needs them.
    quiet = ("--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error", "--no-update-notifier")
    return (npm, "install", "--prefix", str(folder), *quiet, f"{entry.package}@{entry.version}")


def find_python(needed: str | None) -> str | None:
    """Return an interpreter for a requirement such as `>=3.12`: this one, else the oldest on the PATH."""
    if needed is None or fits(sys.version_info.minor, needed):
        return sys.executable
    names = [f"python3.{minor}" for minor in _MINORS if fits(minor, needed)]
    folders = os.environ.get("PATH", "").split(os.pathsep)
    paths = (shutil.which(name, path=folder) for name, folder in product(names, folders) if folder)
    return next((path for path in paths if path and _runs(path)), None)


def fits(minor: int, needed: str) -> bool:
    """Return whether Python 3.`minor` satisfies a requirement made of `>=` and `<`."""
    clauses = [_CLAUSE.fullmatch(clause.strip()) for clause in needed.split(",")]
    return all(clause is not None and _holds(minor, clause) for clause in clauses)


def _holds(minor: int, clause: re.Match[str]) -> bool:
    bound = int(clause[2])
    return minor >= bound if clause[1] == ">=" else minor < bound


def _runs(path: str) -> bool:
    # Version managers put shims on the PATH that only report that the version is not selected.
    try:
        done = subprocess.run([path, "-c", ""], capture_output=True, timeout=_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
