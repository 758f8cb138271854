"""Find a Python interpreter that a server supports."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from itertools import product

_CLAUSE = re.compile(r"(>=|<)3\.(\d+)(?:\.\d+)?")
_MINORS = range(10, 40)
_SECONDS = 20.0


def find_python(needed: str | None) -> str | None:
    """Return an interpreter for a requirement such as `>=3.12`: this one, else the oldest on the PATH."""
    if needed is None or fits(sys.version_info.minor, needed):
        return sys.executable
    names = [f"python3.{minor}" for minor in _MINORS if fits(minor, needed)]
    folders = os.environ.get("PATH", "").split(os.pathsep)
    found = (shutil.which(name, path=folder) for name, folder in product(names, folders) if folder)
    return next((path for path in found if path and _runs(path)), None)


def fits(minor: int, needed: str) -> bool:
    """Return whether Python 3.`minor` satisfies a requirement made of `>=` and `<`."""
    clauses = [_CLAUSE.fullmatch(clause.strip()) for clause in needed.split(",")]
    return all(_holds(minor, clause) for clause in clauses if clause) and None not in clauses


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
