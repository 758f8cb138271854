"""All wrappers together, over real HTTP to the fake provider."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest

from m3bench.models import ChatModel, ModelUnavailable, Reply, Request, RequestRefused
from m3bench.models.wrappers.assembly import assembled, salted
from m3bench.models.wrappers.cache import CachedModel, CacheMiss
from m3bench.models.wrappers.limits import LimitedModel, ProviderLimits
from m3bench.models.wrappers.retries import RetryingModel, RetryWait
from m3bench.testing.provider import (
    BreakOff,
    FakeProvider,
    HangUp,
    Line,
    SeenRequest,
    Stall,
    Status,
    rate_limit,
)
from tests.hanging import HANG_SECONDS
from tests.hosting.fakes import in_time
from tests.models.wrapped import REPLY, FunctionModel, request


class PlainModel:
    """The least that can be said over HTTP."""

    name = "openai/plain"

    def __init__(self, address: str, client: httpx2.AsyncClient) -> None:
        self._address, self._client = f"{address}/chat/completions", client

    async def ask(self, asked: Request) -> Reply:
        body: dict[str, Any] = {"model": "plain", "messages": [{"role": "user", "content": asked.digest}]}
        try:
            answer = await self._client.post(self._address, json=body)
        except httpx2.TransportError as error:
            raise ModelUnavailable(f"broken off: {error}") from None
        if answer.status_code == 429 or answer.status_code >= 500:
            asked_for = answer.headers.get("retry-after")
            raise ModelUnavailable("busy", retry_after=float(asked_for) if asked_for else None)
        if answer.status_code != 200:
            raise RequestRefused(answer.text)
        return Reply(answer.json()["choices"][0]["message"]["content"])


@asynccontextmanager
async def asking(script: Any) -> AsyncIterator[tuple[FakeProvider, PlainModel]]:
    async with FakeProvider(script) as fake, httpx2.AsyncClient(timeout=HANG_SECONDS) as client:
        yield fake, PlainModel(fake.url(), client)


HURRIED = 0.001


def test_a_reply_comes_through_everything_that_goes_wrong(tmp_path: Path) -> None:
    lines: list[Line] = [rate_limit(0.001), Status(503), HangUp(), BreakOff(), "at last"]
    waits: list[RetryWait] = []

    async def work() -> None:
        async with asking(lines) as (fake, plain):
            model = assembled(plain, cache=tmp_path, first_wait=HURRIED, on_wait=waits.append)
            assert model.name == "openai/plain"
            assert (await model.ask(request())).text == "at last"
            assert len(fake.seen) == 5
            assert (await model.ask(request())).text == "at last"
            assert len(fake.seen) == 5

    in_time(work)
    assert [wait.tries for wait in waits] == [1, 2, 3, 4]
    assert waits[0].error.retry_after == 0.001


def test_a_refusal_is_passed_on_at_once() -> None:
    async def work() -> None:
        async with asking([Status(400, message="not this")]) as (fake, plain):
            with pytest.raises(RequestRefused, match="not this"):
                await assembled(plain).ask(request())
            assert len(fake.seen) == 1

    in_time(work)


def test_a_provider_that_stalls_runs_into_the_time_out_twice() -> None:
    async def work() -> None:
        async with asking(lambda _: Stall()) as (fake, plain):
            with pytest.raises(ModelUnavailable, match=r"did not reply within 0\.05 s\. Tried 2 times"):
                await assembled(plain, timeout=0.05, first_wait=HURRIED).ask(request())
            assert len(fake.seen) <= 2

    in_time(work)


def test_the_number_of_tries_can_be_given_alone() -> None:
    async def work() -> None:
        async with asking(lambda _: Status(503)) as (fake, plain):
            with pytest.raises(ModelUnavailable, match="Tried 3 times"):
                await assembled(plain, first_wait=HURRIED, tries=3).ask(request())
            assert len(fake.seen) == 3

    in_time(work)


def test_the_limit_holds_over_all_models_that_share_it() -> None:
    """The script holds every request until the slots are full, and counts."""
    inside, most, lock = 0, 0, threading.Lock()
    full = threading.Event()

    def script(_: SeenRequest) -> Line:
        nonlocal inside, most
        with lock:
            inside += 1
            most = max(most, inside)
            if inside == 3:
                full.set()
        full.wait(HANG_SECONDS)
        with lock:
            inside -= 1
        return "ok"

    async def work() -> None:
        limits = ProviderLimits(3)
        async with asking(script) as (fake, plain):
            models = [assembled(plain, limits=limits) for _ in range(4)]
            async with anyio.create_task_group() as group:
                for number in range(20):
                    group.start_soon(models[number % 4].ask, request(str(number)))
            assert len(fake.seen) == 20

    in_time(work)
    assert most == 3


def test_who_waits_to_be_retried_holds_no_slot() -> None:
    """With a single slot, another request goes through while the first waits for its second try."""

    async def work() -> list[str]:
        done: list[str] = []

        async def sleep(_: float) -> None:
            done.append("waiting")
            await second.ask(request("second"))
            done.append("second")

        async with asking([Status(503), "ok", "ok"]) as (_, plain):
            limits = ProviderLimits(1)
            second = LimitedModel(plain, limits)
            await RetryingModel(LimitedModel(plain, limits), sleep=sleep).ask(request("first"))
        return [*done, "first"]

    assert in_time(work) == ["waiting", "second", "first"]


def test_a_second_run_makes_no_request(tmp_path: Path) -> None:
    texts = [str(number) for number in range(10)]

    async def run(script: Any) -> tuple[list[str], int]:
        async with asking(script) as (fake, plain):
            model = assembled(plain, cache=tmp_path)
            return [(await model.ask(request(text))).text for text in texts], len(fake.seen)

    first = in_time(lambda: run(lambda seen: f"to {seen.latest}"))
    second = in_time(lambda: run(lambda _: Status(500)))
    assert first[1] == 10
    assert second == (first[0], 0)


def test_only_the_cache_asks_nobody(tmp_path: Path) -> None:
    async def work() -> None:
        async with asking(["never said"]) as (fake, plain):
            with pytest.raises(CacheMiss):
                await assembled(plain, cache=tmp_path, cache_only=True).ask(request())
            assert fake.seen == []

    in_time(work)


def test_cancelling_in_the_middle_leaves_nothing_behind(tmp_path: Path) -> None:
    async def work() -> None:
        limits = ProviderLimits(2)
        async with asking(lambda _: Stall("late")) as (fake, plain):
            model = assembled(plain, cache=tmp_path, limits=limits)
            async with anyio.create_task_group() as group:
                for number in range(5):
                    group.start_soon(model.ask, request(str(number)))
                await anyio.to_thread.run_sync(fake.wait_until_seen, 2)
                group.cancel_scope.cancel()
            assert limits.slots("openai").value == 2
            assert list(tmp_path.iterdir()) == []
            fake.release()
            assert (await model.ask(request("0"))).text == "late"

    in_time(work)


def test_salt_is_for_the_cache_and_harmless_without(tmp_path: Path) -> None:
    async def answer(_: Request) -> Reply:
        return REPLY

    inner = FunctionModel(answer)
    plain: ChatModel = assembled(inner)
    assert salted(plain, "epoch 2") is plain
    cached = assembled(inner, cache=tmp_path)
    other = salted(cached, "epoch 2")
    assert isinstance(other, CachedModel)
    for model in (cached, other, cached, other):
        in_time(lambda model=model: model.ask(request()))  # type: ignore[misc]
    assert inner.asked == 2
