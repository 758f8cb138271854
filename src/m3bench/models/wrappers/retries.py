"""Retry requests that failed temporarily."""

from __future__ import annotations

import math
import random
from collections.abc import Awaitable, Callable
from typing import NoReturn

import anyio
import msgspec

from m3bench.models.clock import provider_time
from m3bench.models.errors import ModelTimedOut, ModelUnavailable
from m3bench.models.exchange import current_exchange
from m3bench.models.messages import ChatModel, Reply, Request, WrappedModel


class RetryPolicy(msgspec.Struct, frozen=True, kw_only=True):
    """How often to try, and how long to wait in between. Times are in seconds.

    With the defaults, a request survives a provider that is down for a minute.
    """

    tries: int = 16
    """Tries, including the first."""
    timeouts: int = 2
    """How many tries may time out, since each takes long."""
    first: float = 1.0
    """Longest wait after the first failure. It doubles with each further failure."""
    ceiling: float = 30.0
    """Upper limit of the doubling."""
    longest: float = 300.0
    """Limit on all waits of one request. If the provider asks for a longer wait, the request fails at
    once."""
    total: float = math.inf
    """Limit on tries and waits of one request together: no further try starts after that."""


class RetryWait(msgspec.Struct, frozen=True):
    """Why a request has not been answered yet."""

    model: str
    tries: int
    """Tries so far."""
    seconds: float
    error: ModelUnavailable


OnWait = Callable[[RetryWait], None]
Sleep = Callable[[float], Awaitable[None]]


class RetryingModel(WrappedModel):
    """Retries with exponential backoff and full jitter on `ModelUnavailable`, and on nothing else.

    If the provider says how long to wait, the next try is never earlier. Jitter is added on top, so that
    requests that failed together do not return together.

    Failed tries and waits do not count as the caller's time.
    """

    def __init__(
        self,
        model: ChatModel,
        policy: RetryPolicy | None = None,
        *,
        sleep: Sleep = anyio.sleep,
        now: Callable[[], float] = anyio.current_time,
        dice: random.Random | None = None,
        on_wait: OnWait | None = None,
    ) -> None:
        super().__init__(model)
        self._policy = policy or RetryPolicy()
        self._sleep, self._now = sleep, now
        self._dice = dice or random.Random()  # noqa: S311 - spreads requests, keeps no secret
        self._on_wait = on_wait

    async def ask(self, request: Request) -> Reply:
        with provider_time():
            return await self._ask(request)

    async def _ask(self, request: Request) -> Reply:
        tries, timeouts, waited, began = 0, 0, 0.0, self._now()
        while True:
            try:
                return await self._model.ask(request)
            except ModelUnavailable as unavailable:
                error = unavailable
            tries += 1
            current_exchange().failed_tries.append(error.message)
            timeouts += isinstance(error, ModelTimedOut)
            pause = self._pause(tries, error)
            late = self._now() - began >= self._policy.total
            over = late or tries >= self._policy.tries or timeouts >= self._policy.timeouts
            if over or waited + (error.retry_after or 0.0) >= self._policy.longest:
                _give_up(error, tries, waited)
            pause = min(pause, self._policy.longest - waited)
            await self._wait(RetryWait(self.name, tries, pause, error))
            waited += pause

    def _pause(self, tries: int, error: ModelUnavailable) -> float:
        step: float = self._policy.first * 2.0 ** min(tries - 1, 64)
        return max(0.0, error.retry_after or 0.0) + self._dice.uniform(0.0, min(step, self._policy.ceiling))

    async def _wait(self, waiting: RetryWait) -> None:
        if self._on_wait:
            self._on_wait(waiting)
        await self._sleep(waiting.seconds)


def _give_up(error: ModelUnavailable, tries: int, waited: float) -> NoReturn:
    if tries == 1 and error.retry_after is None:
        raise error
    how_often = "once" if tries == 1 else f"{tries} times, with {waited:.0f} s of waiting"
    asks = "" if error.retry_after is None else f" The provider asks to wait {error.retry_after:.0f} s."
    message = f"{error.message.rstrip('.')}. Tried {how_often}.{asks}"
    kind = ModelTimedOut if isinstance(error, ModelTimedOut) else ModelUnavailable
    raise kind(message, error.hint, retry_after=error.retry_after, status=error.status) from error
