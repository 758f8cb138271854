"""`ocr`: reads the text in pictures and PDFs."""

from m3bench_world.servers.ocr.tools import server

__all__ = ["server"]
