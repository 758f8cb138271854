"""ATIF: the trajectory format of Harbor, versions 1.0 to 1.8."""

from m3bench.formats.atif import document

__all__ = [
    "document",
]
