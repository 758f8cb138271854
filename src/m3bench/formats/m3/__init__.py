"""M³-Bench files."""

from m3bench.formats.m3 import records

__all__ = ["records"]
