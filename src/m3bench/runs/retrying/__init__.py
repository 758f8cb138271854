"""Make attempts of a run again, so that everybody can see it."""

from m3bench.runs.retrying.request import request_retries

__all__ = [
    "request_retries",
]
