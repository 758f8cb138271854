"""`pyzbar-mcp`: reads barcodes and QR codes in pictures."""

from m3bench_world.servers.pyzbar.tools import server

__all__ = ["server"]
