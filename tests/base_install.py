"""Run m3bench as if only its required packages were installed: `python -m tests.base_install score …`.

`--extras=world`, as the first word, adds those of extras.
"""

from __future__ import annotations

import re
import runpy
import sys
import tomllib
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from importlib.metadata import EntryPoints, distribution, packages_distributions
from pathlib import Path
from types import ModuleType

from packaging.requirements import Requirement

from m3bench.core import entry_points

PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"


def required_packages(*extras: str) -> set[str]:
    """The distributions that `pip install m3bench`, or that with extras, installs."""
    found: set[str] = set()
    project = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]
    waiting = project["dependencies"]
    for extra in extras:
        waiting += project["optional-dependencies"][extra]
    for requirement in map(Requirement, waiting):
        name = normalized(requirement.name)
        if name not in found and (requirement.marker is None or requirement.marker.evaluate({"extra": ""})):
            found.add(name)
            waiting += distribution(name).requires or []
    return found


def hidden_modules(*extras: str) -> Iterator[str]:
    """The top-level modules that only other extras install."""
    required = required_packages(*extras) | {"m3bench"}
    for module, names in installed_modules().items():
        if not required & set(map(normalized, names)):
            yield module


def installed_modules() -> dict[str, list[str]]:
    """Return the distributions of each top-level module. Records of editable ones do not name their own."""
    return {
        **packages_distributions(),
        "m3bench_suites": ["m3bench-suites"],
        "m3bench_world": ["m3bench-world"],
    }


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
    named = sys.argv.pop(1).partition("=")[2].split(",") if sys.argv[1].startswith("--extras=") else []
    _Finder.hidden = frozenset(hidden_modules(*named))
    sys.meta_path[sys.meta_path.index(PathFinder)] = _Finder
    for name in _Finder.hidden & sys.modules.keys():
        del sys.modules[name]
    declared = EntryPoints(
        each
        for each in entry_points._readable_entry_points()
        if each.module.partition(".")[0] not in _Finder.hidden
    )
    entry_points._all_entry_points = lambda: declared  # type: ignore[assignment]
    runpy.run_module("m3bench", run_name="__main__", alter_sys=True)
