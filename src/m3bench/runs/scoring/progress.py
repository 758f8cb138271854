"""Progress of long passes over attempts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TypeVar

_Item = TypeVar("_Item")

OpenBar = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]
"""Opens a progress bar with a title and a total. What it yields advances the bar."""


@contextmanager
def no_bar(title: str, total: int) -> Iterator[Callable[[int], None]]:  # noqa: ARG001 - as every `OpenBar`
    """Show nothing."""
    yield lambda _: None


def counted(items: Iterable[_Item], advance: Callable[[int], None]) -> Iterator[_Item]:
    """Yield the items, and advance a bar by one for each."""
    for item in items:
        yield item
        advance(1)
