"""`pdf`: reading, splitting, joining, filling, stamping and redacting PDFs."""

from m3bench_world.servers.tobench.pdf import changing, making, marking, reading
from m3bench_world.servers.tobench.pdf.server import server

__all__ = ["changing", "making", "marking", "reading", "server"]
