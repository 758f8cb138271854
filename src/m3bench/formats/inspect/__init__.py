"""Inspect logs (`.eval` and JSON)."""

from m3bench.formats.inspect import log
from m3bench.formats.inspect.reader import name_from

__all__ = ["log", "name_from"]
