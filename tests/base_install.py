"""Run m3bench as if only its required packages were installed: `python -m tests.base_install score …`.

`--extras=suites`, as the first word, adds those of extras.
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
from typing import Any

from packaging.requirements import Requirement

from m3bench.core import entry_points

REPOSITORY = Path(__file__).parents[1]
CONTENT = ("m3bench-suites", "m3bench-world")
"""Our distributions beside m3bench."""


def project(name: str = "m3bench") -> dict[str, Any]:
    """What one of our distributions declares in this checkout; its installation may be older."""
    folder = REPOSITORY / "packages" / name if name in CONTENT else REPOSITORY
    found: dict[str, Any] = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    return found


def required_packages(*extras: str, of: str = "m3bench") -> set[str]:
    """The distributions that `pip install m3bench`, or that with extras, installs."""
    waiting = [Requirement(f"{of}[{','.join(extras)}]")]
    seen: set[tuple[str, frozenset[str]]] = set()
    for requirement in waiting:
        key = normalized(requirement.name), frozenset(requirement.extras)
        if key not in seen:
            seen.add(key)
            waiting += _requirements(*key)
    return {name for name, _ in seen}


def _requirements(name: str, extras: frozenset[str]) -> Iterator[Requirement]:
    if name in ("m3bench", *CONTENT):
        declared = project(name)
        optional = (declared["optional-dependencies"][extra] for extra in extras)
        yield from map(
            Requirement, [*declared["dependencies"], *(each for listed in optional for each in listed)]
        )
        return
    for requirement in map(Requirement, distribution(name).requires or []):
        marker = requirement.marker
        if marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            yield requirement


def hidden_modules(*extras: str) -> Iterator[str]:
    """The top-level modules that only other extras install."""
    required = required_packages(*extras)
    for module, names in installed_modules().items():
        if not required & set(map(normalized, names)):
            yield module


def installed_modules() -> dict[str, list[str]]:
    """Return the distributions of each top-level module. Records of editable ones do not name their own."""
    return {
        **packages_distributions(),
        "m3bench": ["m3bench"],
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
        point
        for point in entry_points._readable_entry_points()
        if point.module.partition(".")[0] not in _Finder.hidden
    )
    entry_points._all_entry_points = lambda: declared  # type: ignore[assignment]
    runpy.run_module("m3bench", run_name="__main__", alter_sys=True)
