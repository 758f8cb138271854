"""What surrounds a request: retries, limits, time-outs, a cache."""

from m3bench.models.wrappers.assembly import assembled, salted
from m3bench.models.wrappers.blind import BlindModel
from m3bench.models.wrappers.retrying import RetryingModel, RetryPolicy, Waiting

__all__ = [
    "BlindModel",
    "RetryPolicy",
    "RetryingModel",
    "Waiting",
    "assembled",
    "salted",
]
