"""The measures of blocked loops and hanging code, which attacks rely on."""

from __future__ import annotations

import threading
import time

import anyio
import anyio.to_thread
import pytest

from tests.attacks import command_line
from tests.attacks.command_line import deadline, waited
from tests.attacks.loopwork import MOST_WORK, watched_loop

TOO_MUCH = 2 * MOST_WORK


def compute(seconds: float) -> None:
    began = time.thread_time()
    while time.thread_time() - began < seconds:
        pass


async def longest_work(*, blocks: bool) -> float:
    async with watched_loop() as work:
        await anyio.sleep(0.01)
        if blocks:
            compute(TOO_MUCH)
        else:
            await anyio.to_thread.run_sync(compute, TOO_MUCH)
        await anyio.sleep(0.01)
    return work.longest


def test_code_that_blocks_the_loop_is_noticed() -> None:
    assert anyio.run(lambda: longest_work(blocks=True)) > MOST_WORK


def test_a_loop_that_waits_is_not_blamed() -> None:
    assert anyio.run(lambda: longest_work(blocks=False)) < MOST_WORK


def test_waiting_for_a_lock_is_not_waiting_for_a_processor() -> None:
    lock, before = threading.Lock(), waited()
    lock.acquire()
    threading.Timer(TOO_MUCH, lock.release).start()
    began = time.perf_counter()
    lock.acquire()
    assert time.perf_counter() - began >= TOO_MUCH / 2
    assert waited() - before < time.perf_counter() - began


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
