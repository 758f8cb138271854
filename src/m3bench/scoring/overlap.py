"""Encoding beside other work."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeAlias

from m3bench.scoring.vectors import VectorTable

Work: TypeAlias = Callable[[], VectorTable]
Run: TypeAlias = Callable[[Work], "Future[VectorTable]"]
"""Starts a piece of work."""

_TURN = 0.0003


@contextmanager
def runner(*, background: bool) -> Iterator[Run]:
    """Return what runs work one piece after another: at once, or in a thread.

    A thread cannot be interrupted. It is for a GPU, which needs seconds for a chunk, not minutes.
    """
    if not background:
        yield _at_once
        return
    with _quick_turns(), ThreadPoolExecutor(1, thread_name_prefix="encoding") as pool:
        yield pool.submit


@contextmanager
def _quick_turns() -> Iterator[None]:
    """Let threads take turns often: a GPU idles while the thread that feeds it waits for Python's lock."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(_TURN)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


def _at_once(work: Work) -> Future[VectorTable]:
    done: Future[VectorTable] = Future()
    done.set_result(work())
    return done
