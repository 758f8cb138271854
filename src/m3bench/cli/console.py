"""Where output goes: results to stdout, progress and remarks to stderr."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

_WORTH_SAYING = 50
_LINES = 10


def output() -> Console:
    """For results: no highlighting of numbers, no line breaks inside words where avoidable."""
    return Console(highlight=False, emoji=False)


def remarks() -> Console:
    return Console(stderr=True, highlight=False, emoji=False)


@contextmanager
def counting(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """What it gives is told how much more is done: a bar, or ten lines where there is no terminal."""
    console = remarks()
    columns = TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    done = 0
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task("", total=total)

        def advance(count: int) -> None:
            nonlocal done
            before, done = done, done + count
            progress.advance(bar, count)
            if not console.is_terminal and done * _LINES // total > before * _LINES // total:
                console.print(f"{what}: {done} of {total}")

        yield advance


class EncodingProgress:
    """A bar while texts are encoded; one line where there is no terminal."""

    def __init__(self) -> None:
        self._console = remarks()
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=self._console,
            transient=True,
            disable=not self._console.is_terminal,
        )
        self._bar = self._progress.add_task("encoding calls", total=0, visible=False)
        self._expected = 0

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._progress.stop()

    def expect(self, texts: int) -> None:
        self._expected += texts
        self._progress.update(self._bar, total=self._expected, visible=True)
        if not self._console.is_terminal and texts >= _WORTH_SAYING:
            self._console.print(f"comparing {texts} distinct calls")

    def advance(self, texts: int) -> None:
        self._progress.advance(self._bar, texts)
