"""Data of the world: tables compiled from real data, and lists written by hand.

Real data is frozen into compressed columns by `scripts/compile_world.py`; see `SOURCES` for its origin. What
is written by hand stands in a `written.json` beside the modules that use it.
"""

from __future__ import annotations

import zlib
from functools import cache
from importlib.resources import files
from typing import TypeVar

import msgspec

__all__ = ["load", "unpacked_table", "written"]

T = TypeVar("T")


def load(name: str, columns: type[T]) -> T:
    """Load the table `name` as a struct of columns; other columns are skipped."""
    return msgspec.json.decode(unpacked_table(f"{name}.json.z"), type=columns)


def unpacked_table(file: str) -> bytes:
    """Read a file of the tables."""
    return zlib.decompress((files("m3bench_world") / "tables" / file).read_bytes())


def written(folder: str, name: str, kind: type[T]) -> T:
    """Return what the `written.json` of a folder has under a name."""
    return msgspec.json.decode(_written(folder)[name], type=kind)


@cache
def _written(folder: str) -> dict[str, msgspec.Raw]:
    data = (files("m3bench_world") / folder / "written.json").read_bytes()
    return msgspec.json.decode(data, type=dict[str, msgspec.Raw])
