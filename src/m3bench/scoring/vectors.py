"""Vectors by text, and encoding beside other work."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from m3bench.encoders import Vectors

_TURN = 0.0003


class VectorTable(Mapping[str, Vectors]):
    """The vectors of distinct texts, one row each.

    Args:
        texts: Distinct texts.
        table: Their vectors, in the same order.
    """

    def __init__(self, texts: Sequence[str], table: Vectors) -> None:
        self.table = table
        self._rows = {text: row for row, text in enumerate(texts)}

    def __getitem__(self, text: str) -> Vectors:
        vector: Vectors = self.table[self._rows[text]]
        return vector

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def rows(self, texts: Iterable[str]) -> NDArray[np.intp]:
        """Return the rows of texts in the table."""
        known = self._rows
        return np.array([known[text] for text in texts], dtype=np.intp)


Work: TypeAlias = Callable[[], VectorTable]
Run: TypeAlias = Callable[[Work], "Future[VectorTable]"]
"""Starts a piece of work."""


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
