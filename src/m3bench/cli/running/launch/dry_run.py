"""`m3bench run --dry-run`: what a run would attempt, mount and cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import anyio
from rich.console import Console
from rich.text import Text

from m3bench.core.text import plural
from m3bench.runs import RunFolder, RunSettings, describe_left_out
from m3bench.runs.estimating import RunEstimate, estimate_run
from m3bench.runs.store import earlier_sessions
from m3bench.suites import find_suite, reworded_conditions, world_of_suite

_MOST_TASKS = 20
_MOST_NAMES = 12


def print_dry_run(
    console: Console, settings: RunSettings, attempts: Sequence[str] | None = None
) -> RunEstimate:
    """Print an estimate of a run, or of its attempts at these tasks. Nothing is started or written."""
    suite = find_suite(settings.suite, world_of_suite(settings.suite, settings.world))
    estimate = anyio.run(partial(estimate_run, settings, suite, attempts=attempts))
    model = f" with {settings.model.name}" if settings.model.name else ""
    title = f"{Path(settings.suite.name).name} by {settings.agent}{model}, mode {settings.mode}"
    reworded = reworded_conditions(suite.tasks, settings.suite.where)
    for line in (f"dry run: {title}", *reworded, *_lines(estimate), "Nothing was started or written."):
        console.print(Text(line), soft_wrap=True)
    return estimate


def missing_attempts(folder: RunFolder) -> list[str]:
    """Return the task ids of the attempts that a resumed run would make."""
    table = earlier_sessions(folder).table
    keys = map(table.key, range(table.slots))
    return [key.task_id for key in keys if not table.succeeded(key)]


def _lines(estimate: RunEstimate) -> Iterator[str]:
    yield f"tasks: {len(estimate.tasks)} of {estimate.of_suite}; attempts: {estimate.attempts:,}"
    yield f"  {_shortened(estimate.tasks, _MOST_TASKS)}"
    if len(estimate.families) > 1:
        yield f"families: {_shortened([f'{name} {count}' for name, count in estimate.families.items()])}"
    if estimate.left_out:
        yield f"left out: {plural(len(estimate.left_out), 'task')}"
        yield from (f"  {line}" for line in describe_left_out(estimate.left_out, ids=False))
    yield f"servers: {len(estimate.servers)} ({_shortened(estimate.servers)})"
    yield from _mounted(estimate)
    if not estimate.tokens.requests:
        yield "tokens: none, as no model is asked"
        return
    tokens = estimate.tokens
    yield (
        f"tokens: about {_rounded(tokens.input)} of input and {_rounded(tokens.output)} of output in about "
        f"{_rounded(tokens.requests)} requests"
    )
    yield f"cost: {_cost(estimate.dollars)}"
    yield "assumed:"
    yield from (f"  {line}" for line in estimate.assumed)


def _mounted(estimate: RunEstimate) -> Iterator[str]:
    if estimate.least is not None and estimate.most is not None:
        tools, tokens = (
            _range(getattr(estimate.least, name), getattr(estimate.most, name))
            for name in ("tools", "tokens")
        )
        yield f"tools of a task: {tools}, about {tokens} tokens of schemas"
    if estimate.unknown_tools:
        yield f"tools are not known before their servers start: {plural(estimate.unknown_tools, 'task')}"


def _range(least: int, most: int) -> str:
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"


def _rounded(number: int) -> str:
    """Show two digits of an estimate."""
    step = 10 ** max(0, len(str(number)) - 2)
    return f"{round(number / step) * step:,}"


def _cost(dollars: float | None) -> str:
    if dollars is None:
        return "unknown, as the model has no known price"
    return f"about ${dollars:.2f}" if dollars >= 0.01 or not dollars else "less than $0.01"


def _shortened(names: Sequence[str], most: int = _MOST_NAMES) -> str:
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return f"{', '.join(names[:most])}{more}"
