"""Real data, frozen into compressed columns by `scripts/compile_world.py`; `SOURCES` says whose it is."""

from __future__ import annotations

import zlib
from importlib.resources import files
from typing import TypeVar

import msgspec

__all__ = ["load"]

T = TypeVar("T")


def load(name: str, columns: type[T]) -> T:
    """The table `name`, as a struct of columns; columns that the struct does not name are skipped."""
    packed = (files(__name__) / f"{name}.json.z").read_bytes()
    return msgspec.json.decode(zlib.decompress(packed), type=columns)
