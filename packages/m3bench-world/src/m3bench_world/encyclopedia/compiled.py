"""Facts and titles compiled from the frozen tables by `scripts/compile_articles.py`."""

from __future__ import annotations

import zlib
from functools import cache
from importlib.resources import files
from typing import TypeVar

import msgspec

T = TypeVar("T")


def read_table(name: str, columns: type[T]) -> T:
    """Read a table of this package as a struct of columns."""
    packed = (files(__package__) / "tables" / f"{name}.json.z").read_bytes()
    return msgspec.json.decode(zlib.decompress(packed), type=columns)


@cache
def read_text(name: str) -> str:
    """Read a handwritten file of this package."""
    return (files(__package__) / "data" / name).read_text(encoding="utf-8")
