"""Real data, frozen into compressed columns by `scripts/compile_world.py`; see `SOURCES` for its origin.

The distribution `m3bench-world` has the tables.
"""

from __future__ import annotations

import zlib
from importlib.resources import files
from typing import TypeVar

import msgspec

__all__ = ["load", "unpacked_table"]

T = TypeVar("T")


def load(name: str, columns: type[T]) -> T:
    """Load the table `name` as a struct of columns; other columns are skipped."""
    return msgspec.json.decode(unpacked_table(f"{name}.json.z"), type=columns)


def unpacked_table(file: str) -> bytes:
    """Read a file of the tables."""
    return zlib.decompress((files("m3bench_world") / "tables" / file).read_bytes())
