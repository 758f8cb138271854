"""The measures of blocked loops and hanging code, which attacks rely on."""

from __future__ import annotations

import threading
import time

import anyio
import pytest

from tests.attacks import command_line, looplag
from tests.attacks.command_line import deadline
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
    monkeypatch.setattr(looplag, "waited", time.perf_counter)
    assert anyio.run(lag_of, True) < LONGEST_LAG


def test_waiting_for_a_lock_is_not_waiting_for_a_processor() -> None:
    lock, before = threading.Lock(), looplag.waited()
    lock.acquire()
    threading.Timer(BLOCKED, lock.release).start()
    began = time.perf_counter()
    lock.acquire()
    assert time.perf_counter() - began >= BLOCKED / 2
    assert looplag.waited() - before < time.perf_counter() - began


def test_a_block_that_hangs_is_ended() -> None:
    with pytest.raises(TimeoutError, match=r"not done after 0\.1 s"), deadline(0.1):
        threading.Event().wait(30)


def test_a_block_that_waits_for_a_processor_has_more_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if half of the time was spent in the queue of the scheduler."""
    monkeypatch.setattr(command_line, "waited", lambda: time.monotonic() / 2)
    began = time.monotonic()
    with pytest.raises(TimeoutError), deadline(0.1):
        threading.Event().wait(30)
    assert time.monotonic() - began >= 0.19
