"""Run m3bench as if only its required packages were installed: `python -m tests.base_install score …`."""

from __future__ import annotations

import re
import runpy
import sys
import tomllib
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from importlib.metadata import distribution, packages_distributions
from pathlib import Path
from types import ModuleType

from packaging.requirements import Requirement

PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"


def required_packages() -> set[str]:
    """The distributions that `pip install m3bench` installs."""
    found: set[str] = set()
    waiting = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]["dependencies"]
    for requirement in map(Requirement, waiting):
        name = normalized(requirement.name)
        if name not in found and (requirement.marker is None or requirement.marker.evaluate({"extra": ""})):
            found.add(name)
            waiting += distribution(name).requires or []
    return found


def hidden_modules() -> Iterator[str]:
    """The top-level modules that only extras install."""
    required = required_packages() | {"m3bench"}
    for module, names in packages_distributions().items():
        if not required & set(map(normalized, names)):
            yield module


def normalized(name: str) -> str:
    """The name of a distribution as PyPI compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


class _Finder(PathFinder):
    hidden: frozenset[str] = frozenset()

    @classmethod
    def find_spec(
        cls, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return None if fullname in cls.hidden else super().find_spec(fullname, path, target)


if __name__ == "__main__":
    _Finder.hidden = frozenset(hidden_modules())
    sys.meta_path[sys.meta_path.index(PathFinder)] = _Finder
    for name in _Finder.hidden & sys.modules.keys():
        del sys.modules[name]
    runpy.run_module("m3bench", run_name="__main__", alter_sys=True)
