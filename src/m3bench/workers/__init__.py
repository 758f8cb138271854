"""Process untrusted input in worker processes with limits on time and memory."""

from m3bench.workers.documents import DocumentError, render_pages
from m3bench.workers.patterns import matches
from m3bench.workers.process import LimitExceeded, ProcessPool, run_limited

__all__ = ["DocumentError", "LimitExceeded", "ProcessPool", "matches", "render_pages", "run_limited"]
