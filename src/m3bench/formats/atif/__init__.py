"""ATIF: the trajectory format of Harbor, versions 1.0 to 1.8. A file has one document, or one per line."""

from m3bench.formats.atif import reader, writer

__all__ = ["reader", "writer"]
