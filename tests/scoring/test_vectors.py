"""Encoding beside other work."""

from __future__ import annotations

import sys
import threading

import numpy as np
import pytest

from m3bench.scoring.vectors import VectorTable, runner

TABLE = VectorTable((), np.empty((0, 0), dtype=np.float32))


def test_in_the_foreground_work_is_done_at_once() -> None:
    with runner(background=False) as run:
        assert run(lambda: TABLE).result(timeout=0) is TABLE


def test_in_the_background_work_is_done_in_one_thread_in_order() -> None:
    threads: list[int] = []

    def work() -> VectorTable:
        threads.append(threading.get_ident())
        return TABLE

    with runner(background=True) as run:
        assert [run(work).result() for _ in range(3)] == [TABLE] * 3
    assert len(set(threads)) == 1
    assert threads[0] != threading.get_ident()


@pytest.mark.parametrize("background", [True, False])
def test_threads_take_turns_as_before_afterwards(background: bool) -> None:
    before = sys.getswitchinterval()
    with runner(background=background):
        assert (sys.getswitchinterval() < before) == background
    assert sys.getswitchinterval() == before
