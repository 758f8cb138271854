"""A table of runs: success, mean, cost, tokens, time, tags."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from m3bench.cli.tables import folded_table
from m3bench.runs.listing import RunSummary

_LEFT = ("Run", "Suite", "Agent", "Model")
_RIGHT = ("Attempts", "Success", "Mean", "Tokens", "Cost", "Time")
_UNBOUNDED = 10_000
_MINUTE, _HOUR = 60, 3600


def print_summaries(console: Console, summaries: Sequence[RunSummary], *, named: bool = False) -> None:
    """Print a row for each run, and a line for each that cannot be read.

    `named` tells whether their names tell suite, agent and model.
    """
    read = [summary for summary in summaries if summary.problem is None]
    if read:
        table = _wide_table(read, named=named)
        unbounded = console.options.update(max_width=_UNBOUNDED)
        if console.measure(table, options=unbounded).maximum > console.width:
            console.print(*_narrow_lines(read, named=named), sep="\n")
        else:
            console.print(table, soft_wrap=True)
    for summary in summaries:
        if summary.problem is not None:
            console.print(Text(f"{summary.name} cannot be read: {summary.problem}"), soft_wrap=True)


def _wide_table(summaries: Sequence[RunSummary], *, named: bool) -> Table:
    tagged = any(summary.tags or summary.note or summary.best_of for summary in summaries)
    table = folded_table(*_LEFT[: 1 if named else None])
    for title in _RIGHT:
        table.add_column(title, justify="right", no_wrap=True)
    if tagged:
        table.add_column("Tags", overflow="fold")
    for summary in summaries:
        names = [summary.name, summary.suite, summary.agent, summary.model or "–"][: 1 if named else None]
        table.add_row(*map(Text, [*names, *_numbers(summary), *([_tags(summary)] if tagged else [])]))
    return table


def _narrow_lines(summaries: Sequence[RunSummary], *, named: bool) -> Iterator[Text]:
    """Yield the numbers of each run below a line with its name, suite, agent, model and tags."""
    rows = [list(_RIGHT), *map(_numbers, summaries)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(("", *map(str.rjust, row, widths))) for row in rows]
    yield Text(lines[0], style="bold")
    for summary, line in zip(summaries, lines[1:], strict=True):
        of_run = "" if named else ", ".join(filter(None, (summary.suite, summary.agent, summary.model)))
        yield Text(" · ".join(filter(None, (summary.name, of_run, _tags(summary)))))
        yield Text(line)


def _numbers(summary: RunSummary) -> list[str]:
    some = f"{summary.scored}/" if summary.scored < summary.attempts else ""
    return [
        f"{some}{summary.attempts}",
        _share(summary.success),
        _share(summary.mean),
        "–" if summary.tokens is None else f"{summary.tokens:,}",
        "–" if summary.cost is None else f"${summary.cost:.4f}",
        _time(summary.seconds),
    ]


def _tags(summary: RunSummary) -> str:
    best = "best-of" if summary.best_of else None
    return " · ".join(filter(None, (best, ", ".join(summary.tags), summary.note)))


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _time(seconds: float | None) -> str:
    if seconds is None:
        return "–"
    if seconds < _MINUTE:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), _MINUTE)
    return f"{minutes}:{rest:02} min" if seconds < _HOUR else f"{minutes // _MINUTE}:{minutes % _MINUTE:02} h"
