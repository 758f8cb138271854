"""Consoles: results go to stdout, progress and remarks to stderr. All text is cleaned."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Self

from rich.console import Console, ConsoleOptions, RenderableType
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.segment import Segment
from rich.text import Text

from m3bench.core.redaction import RedactingStream, redactor
from m3bench.core.text import printable

_MIN_ANNOUNCED = 50
_PROGRESS_LINES = 10
_ON_STDERR: ContextVar[bool] = ContextVar("results on stderr", default=False)


def clean(text: str) -> str:
    """Return the text without secrets and without control sequences."""
    return printable(redactor().text(text))


class CleanConsole(Console):
    """A console that cleans everything it prints: names, answers and errors may come from anywhere.

    Texts are cleaned before layout, so that tables stay aligned and no secret is split over two lines, and
    once more after layout. Text is never parsed as markup.
    """

    def __init__(self, *, stderr: bool = False) -> None:
        super().__init__(stderr=stderr, highlight=False, emoji=False, markup=False)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        shown = _clean_text(renderable) if isinstance(renderable, Text) else renderable
        for segment in super().render(shown, options):
            text = segment.text if segment.control else clean(segment.text)
            yield segment if text == segment.text else Segment(text, segment.style)

    def render_str(self, text: str, **options: Any) -> Text:
        return super().render_str(clean(text), **options)


def _clean_text(text: Text) -> Text:
    plain = clean(text.plain)
    if plain == text.plain:
        return text
    return Text(
        plain, text.style, justify=text.justify, overflow=text.overflow, no_wrap=text.no_wrap, end=text.end
    )


def output() -> Console:
    """Return a console for results, on stdout, unless that is for a document."""
    return CleanConsole(stderr=_ON_STDERR.get())


@contextmanager
def results_on_stderr(is_wanted: bool = True) -> Iterator[None]:
    """Print results on stderr within the block, so that stdout holds nothing but one document."""
    before = _ON_STDERR.set(is_wanted or _ON_STDERR.get())
    try:
        yield
    finally:
        _ON_STDERR.reset(before)


def remarks() -> Console:
    """Return a console for progress and remarks, on stderr."""
    return CleanConsole(stderr=True)


def print_line(line: str) -> None:
    """Print a line of results, however long it is."""
    output().print(Text(line), soft_wrap=True)


def remark(line: str) -> None:
    """Print a line to stderr, however long it is."""
    remarks().print(Text(line), soft_wrap=True)


def print_json(value: Any) -> None:
    """Print a JSON document to stdout."""
    # DEL is the only control character that the JSON encoder does not escape.
    text = json.dumps(redactor().value(value), indent=1).replace("\x7f", "\\u007f")
    sys.stdout.write(f"{text}\n")


def print_chunks(chunks: Iterable[bytes]) -> None:
    """Print a JSON document to stdout, piece by piece, without secrets."""
    stream = RedactingStream(redactor, documents=True)
    for chunk in chunks:
        _print_ascii(stream.feed(chunk))
    _print_ascii(stream.finish() + b"\n")
    sys.stdout.flush()


def _print_ascii(data: bytes) -> None:
    sys.stdout.write(data.replace(b"\x7f", b"\\u007f").decode("ascii", "backslashreplace"))


def say(text: str) -> None:
    """Print a line to stderr and flush it."""
    sys.stderr.write(f"{clean(text)}\n")
    sys.stderr.flush()


@contextmanager
def progress_bar(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """Yield a function that advances a progress bar. Without a terminal, ten lines are printed instead."""
    console = remarks()
    done = 0
    with _progress(title, console, TimeElapsedColumn()) as progress:
        bar = progress.add_task("", total=total)

        def advance(count: int) -> None:
            nonlocal done
            before, done = done, done + count
            progress.advance(bar, count)
            if (
                not console.is_terminal
                and done * _PROGRESS_LINES // total > before * _PROGRESS_LINES // total
            ):
                console.print(f"{title}: {done} of {total}")

        yield advance


@contextmanager
def stage_progress(first: str) -> Iterator[Callable[[str, int, int], None]]:
    """Yield a function that shows a stage of the work, how much of it is done, and of how much."""
    with _progress("{task.description}", remarks(), TimeElapsedColumn()) as progress:
        bar = progress.add_task(first, total=None)
        yield lambda stage, done, total: progress.update(bar, description=stage, completed=done, total=total)


def _progress(text: str, console: Console, time: ProgressColumn) -> Progress:
    columns = TextColumn(text, markup=False), BarColumn(), MofNCompleteColumn(), time
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


class EncodingProgress:
    """A progress bar for the encoding of texts. Without a terminal, a line is printed as they double."""

    def __init__(self) -> None:
        self._console = remarks()
        self._progress = _progress("{task.description}", self._console, TimeRemainingColumn())
        self._bar = self._progress.add_task("encoding calls", total=0, visible=False)
        self._expected = self._announced = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def expect(self, texts: int) -> None:
        self._expected += texts
        self._progress.start()
        self._progress.update(self._bar, total=self._expected, visible=True)
        if not self._console.is_terminal and self._expected >= max(_MIN_ANNOUNCED, 2 * self._announced):
            self._announced = self._expected
            self._console.print(f"comparing {self._expected} distinct calls")

    def advance(self, texts: int) -> None:
        self._progress.advance(self._bar, texts)
