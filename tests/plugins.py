"""Distributions with entry points, for tests of plugins."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import dedent

from m3bench.core import clear_entry_points


def write_distribution(
    folder: Path, name: str, entry_points: dict[str, str], source: str, version: str = "1.2"
) -> None:
    """Write a distribution as pip installs it. `entry_points` are lines such as ``mine = module:thing``."""
    info = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    lines = [f"[{group}]\n{line}\n" for group, line in entry_points.items()]
    (info / "entry_points.txt").write_text("\n".join(lines))
    (folder / f"{name.replace('-', '_')}.py").write_text(dedent(source))


@contextmanager
def installed(folder: Path) -> Iterator[None]:
    """Make the distributions of a folder importable within the block."""
    before = set(sys.modules)
    sys.path.insert(0, str(folder))
    clear_entry_points()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in set(sys.modules) - before:
            if str(folder) in str(getattr(sys.modules[name], "__file__", "")):
                del sys.modules[name]
        clear_entry_points()
