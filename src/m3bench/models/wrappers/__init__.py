"""Wrappers around a model: retries, limits, time-outs, a reply cache."""

from m3bench.models.wrappers.assembly import assembled, salted
from m3bench.models.wrappers.blind import BlindModel, PictureFallback
from m3bench.models.wrappers.retries import RetryingModel, RetryPolicy, RetryWait

__all__ = [
    "BlindModel",
    "PictureFallback",
    "RetryPolicy",
    "RetryWait",
    "RetryingModel",
    "assembled",
    "salted",
]
