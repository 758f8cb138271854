"""`pyzbar-mcp`: reads barcodes and QR codes in pictures."""

from m3bench.servers.pyzbar.tools import server

__all__ = ["server"]
