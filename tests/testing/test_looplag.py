"""The measure of a blocked event loop, which attacks rely on."""

from __future__ import annotations

import threading
import time

import anyio
import pytest

from tests.attacks import looplag
from tests.attacks.looplag import LONGEST_LAG, watched_loop

BLOCKED = 2 * LONGEST_LAG


def compute(seconds: float) -> None:
    began = time.thread_time()
    while time.thread_time() - began < seconds:
        pass


async def lag_of(block: bool) -> float:
    async with watched_loop() as lag:
        await anyio.sleep(0.01)
        if block:
            compute(BLOCKED)
        await anyio.sleep(0.01)
    return lag.longest


def test_code_that_blocks_the_loop_is_noticed() -> None:
    assert anyio.run(lag_of, True) > LONGEST_LAG


def test_a_loop_that_waits_is_not_blamed() -> None:
    assert anyio.run(lag_of, False) < LONGEST_LAG


def test_time_for_which_no_processor_was_free_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if all of the time was spent in the queue of the scheduler."""
    monkeypatch.setattr(looplag, "_waited", time.perf_counter)
    assert anyio.run(lag_of, True) < LONGEST_LAG


def test_waiting_for_a_lock_is_not_waiting_for_a_processor() -> None:
    lock, before = threading.Lock(), looplag._waited()
    lock.acquire()
    threading.Timer(BLOCKED, lock.release).start()
    began = time.perf_counter()
    lock.acquire()
    assert time.perf_counter() - began >= BLOCKED / 2
    assert looplag._waited() - before < time.perf_counter() - began
