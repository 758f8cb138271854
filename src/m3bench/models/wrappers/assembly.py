"""Combine the wrappers around a model."""

from __future__ import annotations

import math
from pathlib import Path

from m3bench.models.messages import ChatModel
from m3bench.models.wrappers.cache import CachedModel
from m3bench.models.wrappers.limits import IN_FLIGHT, LimitedModel, ProviderLimits, TimedModel
from m3bench.models.wrappers.retries import OnWait, RetryingModel, RetryPolicy

TIMEOUT_SECONDS = 300.0
_MOST_SLOW_TRIES = 2


def assembled(
    model: ChatModel,
    *,
    timeout: float | None = TIMEOUT_SECONDS,
    in_flight: int = IN_FLIGHT,
    limits: ProviderLimits | None = None,
    provider: str | None = None,
    tries: int = RetryPolicy().tries,
    first_wait: float = RetryPolicy().first,
    longest_wait: float = RetryPolicy().longest,
    on_wait: OnWait | None = None,
    cache: Path | None = None,
    salt: str = "",
    cache_only: bool = False,
) -> ChatModel:
    """Wrap a model: a cache around retries around the provider's limit around a time-out.

    A cached reply uses no slot and no retry. A request that waits for a retry does not hold a slot. Time
    spent waiting for a slot does not count towards the time-out.

    Models that share `limits` share the slots of their providers. Without it, the model has its own
    `in_flight` slots.
    """
    timed = model if timeout is None else TimedModel(model, timeout)
    limited = LimitedModel(timed, limits or ProviderLimits(in_flight), provider)
    # Slow failures, each within the time-out, must not add up to hours.
    total = math.inf if timeout is None else longest_wait + _MOST_SLOW_TRIES * timeout
    policy = RetryPolicy(tries=tries, first=first_wait, longest=longest_wait, total=total)
    retrying = RetryingModel(limited, policy, on_wait=on_wait)
    return retrying if cache is None else CachedModel(retrying, cache, salt=salt, only=cache_only)


def salted(model: ChatModel, salt: str) -> ChatModel:
    """Return the model with separate replies in the cache, such as for another epoch."""
    with_salt = getattr(model, "salted", None)
    return model if with_salt is None else with_salt(salt)
