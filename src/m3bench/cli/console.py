"""Where output goes: results to stdout, progress and remarks to stderr; clean, whoever wrote the text."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self

from rich.console import Console, ConsoleOptions, RenderableType
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.segment import Segment
from rich.text import Text

from m3bench.core.redaction import redactor
from m3bench.core.text import printable

_WORTH_SAYING = 50
_LINES = 10


def clean(text: str) -> str:
    """The text without secrets, and without anything that a terminal would obey."""
    return printable(redactor().text(text))


class CleanConsole(Console):
    """Cleans whatever is printed: names, answers and errors come from servers, models and files.

    Texts are cleaned before they are laid out, so that tables stay straight and no secret is broken over two
    lines; what comes out of the layout is cleaned once more. No text is read as markup.
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
    """For results: no highlighting of numbers, no line breaks inside words where avoidable."""
    return CleanConsole()


def remarks() -> Console:
    return CleanConsole(stderr=True)


def print_json(value: Any) -> None:
    """A JSON document on stdout."""
    # Of all that a terminal obeys, DEL alone is left by the encoder as it is.
    text = json.dumps(redactor().value(value), indent=1).replace("\x7f", "\\u007f")
    sys.stdout.write(f"{text}\n")


def say(text: str) -> None:
    """A line on stderr, at once."""
    sys.stderr.write(f"{clean(text)}\n")
    sys.stderr.flush()


@contextmanager
def counting(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """What it gives is told how much more is done: a bar, or ten lines where there is no terminal."""
    console = remarks()
    columns = TextColumn(what, markup=False), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
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
            TextColumn("{task.description}", markup=False),
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
