"""What programs of others may see: never the home folder, our packages, those with suites, or run folders."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

import m3bench
from m3bench.confinement import SYSTEM
from m3bench.core import UsageError, plugin_entry_points

_CONTENT = tuple(
    f"m3bench.{kind}" for kind in ("worlds", "server_collections", "suite_collections", "suites")
)
"""Groups of entry points."""
_RUN_DEPTH = 3
_MOST_LOOKED_AT = 2_000
_NO_RUNS_IN = frozenset({".git", ".venv", "node_modules", "site-packages"})


def hidden_always() -> list[Path]:
    """Return what is always hidden: the home folder, this package, and packages with tasks or answers."""
    home = home_folder()
    return [*([] if home is None else [home]), *map(Path, m3bench.__path__), *_content()]


def _content() -> Iterator[Path]:
    """Yield the folders of installed packages that bring suites, servers or a world. None is imported."""
    entries = (entry for group in _CONTENT for entry in plugin_entry_points(group))
    # Not `entry.module`: a value that is no reference to an object would end every run here.
    modules = {entry.value.partition(":")[0].partition(".")[0].strip() for entry in entries}
    for module in sorted(filter(str.isidentifier, modules)):
        spec = find_spec(module)
        if spec is not None and spec.submodule_search_locations:
            yield from map(Path, spec.submodule_search_locations)
        elif spec is not None and spec.has_location and spec.origin is not None:
            yield Path(spec.origin)


def checked(paths: Iterable[Path], whose: str) -> list[Path]:
    """Return each path once. Raises `UsageError` if one does not exist or would expose the home folder."""
    kept: dict[Path, None] = {}
    for path in (Path(os.path.normpath(path.absolute())) for path in paths):
        if not path.exists():
            raise UsageError(f"The sandbox of {whose} cannot include {path}: it does not exist.")
        if holds_home(path):
            raise UsageError(
                f"The sandbox of {whose} would expose all of {path}.",
                "List the folders that it needs instead.",
            )
        if not any(path.is_relative_to(folder) for folder in SYSTEM):
            kept[path] = None
    return list(kept)


def home_folder() -> Path | None:
    """Return the user's home folder. In a container there may be none."""
    try:
        return Path.home().resolve()
    except RuntimeError:
        return None


def holds_home(path: Path) -> bool:
    """Return whether a folder is the home folder or a parent of it."""
    home = home_folder()
    return path.resolve() == Path("/") or (home is not None and home.is_relative_to(path.resolve()))


def runs_below(folder: Path) -> list[Path]:
    """Return run folders a few levels below a folder. They hold references."""
    runs: list[Path] = []
    for count, (root, folders, files) in enumerate(os.walk(folder)):
        path = Path(root)
        if {"manifest.json", "tasks.jsonl"} <= set(files):
            runs.append(path)
        deep = len(path.relative_to(folder).parts) >= _RUN_DEPTH or count >= _MOST_LOOKED_AT
        folders[:] = [] if deep else [name for name in folders if name not in _NO_RUNS_IN]
    return runs
