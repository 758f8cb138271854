"""Open the model of a run with retries, limits and a cache."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from m3bench.agents import Meter
from m3bench.caching import cache_folder
from m3bench.core import NO_USAGE, Usage
from m3bench.models import (
    ChatModel,
    ModelRef,
    ModelUnavailable,
    Reply,
    Request,
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


def parse_judge(text: str) -> tuple[str, str | None]:
    """Split ``NAME@http…`` into the name and the address of a judge; None without an address."""
    name, at, address = text.partition("@http")
    return name.strip(), f"http{address.strip()}" if at else None


def judge_ref(text: str, base_url: str | None = None) -> ModelRef:
    """Return the model of a judge named on the command line. `base_url` is used if it has no address."""
    name, address = parse_judge(text)
    return ModelRef(name=name, base_url=address or base_url)


def default_judgement_cache() -> Path:
    """Return the folder of cached judgements, in ``$M3BENCH_CACHE`` or the user's cache folder."""
    return cache_folder("judgements")


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


@asynccontextmanager
async def open_named_model(
    ref: ModelRef | None,
    limits: RunLimits,
    *,
    say: Callable[[str], None],
    given: ChatModel | None = None,
    workers: int = 1,
    blinds: bool = False,
) -> AsyncIterator[ChatModel | None]:
    """Yield the given model, or the one that is named, as `open_wrapped_model` does; None without either."""
    if given is not None or ref is None or ref.name is None:
        yield given
        return
    async with open_wrapped_model(ref, limits, say=say, workers=workers, blinds=blinds) as model:
        yield model


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


def known_window(ref: ModelRef, model: ChatModel | None) -> int | None:
    """Return the context window of a model: as given, or as known of its name."""
    return ref.context or (None if model is None else defaults_for(model.name).context_window)


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


class MeteredModel:
    """Raises `BudgetSpent` once the budget is used up. Make a new one for each piece of work."""

    def __init__(self, model: ChatModel, meter: Meter) -> None:
        self._model, self._meter = model, meter
        self.usage: Usage = NO_USAGE
        """Usage of this piece of work."""
        self.unavailable: str | None = None
        """Why the last request did not reach the provider; None if it did."""

    @property
    def name(self) -> str:
        return self._model.name

    async def ask(self, request: Request) -> Reply:
        self._meter.check()
        try:
            reply = await self._model.ask(request)
        except ModelUnavailable as error:
            self.unavailable = error.message
            raise
        self.unavailable = None
        if self.name.startswith(LOCAL):  # free, not of unknown price
            reply = msgspec.structs.replace(reply, usage=msgspec.structs.replace(reply.usage, cost=0.0))
        self.usage += reply.usage
        self._meter.add(reply.usage)
        return reply
