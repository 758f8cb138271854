"""Fingerprints of code: a result that is kept on disk is valid as long as the code that made it."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path


@cache
def package_fingerprint(package: str, libraries: Sequence[str] = ()) -> str:
    """Return a hash of all files of a package, of the versions of libraries, and of the kind of machine.

    Args:
        package: The import name of a package that is installed as files.
        libraries: Distributions whose versions may change results. Must be a tuple.
    """
    digest = hashlib.sha256(platform.machine().encode())
    for library in libraries:
        digest.update(f"{library} {_version(library)}\n".encode())
    for path in _files(package):
        digest.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _files(package: str) -> list[Path]:
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ValueError(f"{package} is not a package of files")
    folders = map(Path, spec.submodule_search_locations)
    return sorted(
        path
        for folder in folders
        for path in folder.rglob("*")
        if "__pycache__" not in path.parts and path.is_file()
    )


def _version(library: str) -> str:
    """Return the version of a library, or that it is not installed: not every maker needs all of them."""
    try:
        return version(library)
    except PackageNotFoundError:
        return "not installed"
