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
    """Print an estimate of a run. Nothing is started or written.

    Args:
        console: Where to print.
        settings: The settings of the run.
        attempts: Task ids of the attempts that are missing. Defaults to all of a new run.
    """
    suite = find_suite(settings.suite, world_of_suite(settings.suite, settings.world))
    found = anyio.run(partial(estimate_run, settings, suite, attempts=attempts))
    model = f" with {settings.model.name}" if settings.model.name else ""
    title = f"{Path(settings.suite.name).name} by {settings.agent}{model}, mode {settings.mode}"
    reworded = reworded_conditions(suite.tasks, settings.suite.where)
    for line in (f"dry run: {title}", *reworded, *_lines(found), "Nothing was started or written."):
        console.print(Text(line), soft_wrap=True)
    return found


def missing_attempts(folder: RunFolder) -> list[str]:
    """Return the task ids of the attempts that a resumed run would make."""
    table = earlier_sessions(folder).table
    keys = map(table.key, range(table.slots))
    return [key.task_id for key in keys if not table.succeeded(key)]


def _lines(found: RunEstimate) -> Iterator[str]:
    yield f"tasks: {len(found.tasks)} of {found.of_suite}; attempts: {found.attempts:,}"
    yield f"  {_shortened(found.tasks, _MOST_TASKS)}"
    if len(found.families) > 1:
        yield f"families: {_shortened([f'{name} {count}' for name, count in found.families.items()])}"
    if found.left_out:
        yield f"left out: {plural(len(found.left_out), 'task')}"
        yield from (f"  {line}" for line in describe_left_out(found.left_out, ids=False))
    yield f"servers: {len(found.servers)} ({_shortened(found.servers)})"
    yield from _mounted(found)
    if not found.tokens.requests:
        yield "tokens: none, as no model is asked"
        return
    tokens = found.tokens
    yield (
        f"tokens: about {_rounded(tokens.input)} of input and {_rounded(tokens.output)} of output in about "
        f"{_rounded(tokens.requests)} requests"
    )
    yield f"cost: {_cost(found.dollars)}"
    yield "assumed:"
    yield from (f"  {line}" for line in found.assumed)


def _mounted(found: RunEstimate) -> Iterator[str]:
    if found.least is not None and found.most is not None:
        tools, tokens = (
            _range(getattr(found.least, name), getattr(found.most, name)) for name in ("tools", "tokens")
        )
        yield f"tools of a task: {tools}, about {tokens} tokens of schemas"
    if found.unknown_tools:
        yield f"tools are not known before their servers start: {plural(found.unknown_tools, 'task')}"


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
