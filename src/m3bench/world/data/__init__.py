"""Real data, frozen into compressed columns by `scripts/compile_world.py`; see `SOURCES` for its origin."""

from __future__ import annotations

import zlib
from importlib.resources import files
from typing import TypeVar

import msgspec

__all__ = ["load"]

T = TypeVar("T")


def load(name: str, columns: type[T]) -> T:
    """Load the table `name` as a struct of columns; other columns are skipped."""
    packed = (files(__name__) / f"{name}.json.z").read_bytes()
    return msgspec.json.decode(zlib.decompress(packed), type=columns)
