"""Open the model of a run with retries, limits and a cache."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from m3bench.models import (
    ChatModel,
    ModelRef,
    defaults_for,
    expand_headers,
    open_model,
    require_endpoint,
    with_accepted,
)
from m3bench.models.local import REPLY_SECONDS, ModelStore, local_entry, local_model
from m3bench.models.wrappers import BlindModel, PictureFallback, RetryWait, assembled
from m3bench.runs.settings import IN_FLIGHT, RunLimits

LOCAL = "local/"
_SECONDS_BETWEEN_MESSAGES = 10.0
_GRACE = 1.1
"""By this factor, the time-out around a model is longer than its own, which knows who is slow."""


def require_model(ref: ModelRef) -> None:
    """Raise an error if the model cannot be opened, before a run starts."""
    if is_local(ref):
        ModelStore().get(local_entry(ref.name or ""))
    else:
        require_endpoint(ref.name or "", ref.base_url, REPLY_SECONDS)
        expand_headers(ref.headers)


@asynccontextmanager
async def open_wrapped_model(
    ref: ModelRef, limits: RunLimits, *, say: Callable[[str], None], workers: int = 1, blinds: bool = False
) -> AsyncIterator[ChatModel]:
    """Yield the model with retries, limits and a cache around it; close it at the end.

    Args:
        ref: The model.
        limits: Limits of the run.
        say: Receives messages.
        workers: Processes that share the model.
        blinds: Whether notes replace pictures once the endpoint refuses them. A judge must see.
    """
    local = is_local(ref)
    async with _bare_model(ref, limits) as model:
        yield assembled(
            _with_pictures(model, ref, say, blinds=blinds),
            timeout=(REPLY_SECONDS if local else limits.model_timeout) * _GRACE,
            in_flight=1 if local else limits.in_flight or IN_FLIGHT * workers,
            longest_wait=limits.provider_wait,
            on_wait=_WaitMessages(say),
            cache=Path(ref.cache) if ref.cache else None,
        )


def _with_pictures(model: ChatModel, ref: ModelRef, say: Callable[[str], None], *, blinds: bool) -> ChatModel:
    if ref.text_only:
        return BlindModel(model)
    return PictureFallback(model, say) if blinds else model


@asynccontextmanager
async def _bare_model(ref: ModelRef, limits: RunLimits) -> AsyncIterator[ChatModel]:
    name = ref.name or ""
    if is_local(ref):
        async with local_model(name) as local:
            yield local
        return
    known = None if ref.accepts is None else with_accepted(defaults_for(name), ref.accepts)
    model = open_model(
        name, base_url=ref.base_url, timeout=limits.model_timeout, defaults=known, headers=ref.headers
    )
    try:
        yield model
    finally:
        await model.aclose()


def task_concurrency(ref: ModelRef, limits: RunLimits, workers: int = 1) -> int:
    """Return how many tasks run concurrently: one for a local model, which takes one request at a time."""
    return 1 if is_local(ref) else limits.concurrency * workers


def is_local(ref: ModelRef) -> bool:
    """Return whether the model runs inside this process."""
    return (ref.name or "").startswith(LOCAL) and ref.base_url is None


class _WaitMessages:
    """Reports that requests wait for the provider, at most every few seconds."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._last = float("-inf")

    def __call__(self, waiting: RetryWait) -> None:
        now = time.monotonic()
        if now - self._last >= _SECONDS_BETWEEN_MESSAGES:
            self._last = now
            self._say(f"waiting {waiting.seconds:.0f} s for {waiting.model}: {waiting.error.message}")
