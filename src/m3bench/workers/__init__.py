"""Computation on what others made, in helper processes with a deadline and a limit of memory."""

from m3bench.workers.documents import DocumentError, drawn_pages
from m3bench.workers.patterns import matches
from m3bench.workers.process import LimitExceeded, ProcessPool, run_limited

__all__ = ["DocumentError", "LimitExceeded", "ProcessPool", "drawn_pages", "matches", "run_limited"]
