"""What a run brought, and several runs side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from rich.console import Console
from rich.text import Text

from m3bench.reports.live import usage_parts
from m3bench.reports.published import TOTAL, published_average, published_mean
from m3bench.reports.tables import HEADINGS, plain_table
from m3bench.runs import Looks, RunResult, ToolErrors, ablations
from m3bench.scoring import METRICS, ScoreReport

_MOST_LISTED = 12
_MANY_ERRORS = 3
"""Tool errors of one server from which on the summary names it."""
_BEST_PUBLISHED = "GPT-5"
_LONGEST_FAMILY = 22


def print_run(console: Console, result: RunResult) -> None:
    """How attempts and calls ended, what was used, and what is not in the scores."""
    settings = result.settings
    model = f" with {settings.model}" if settings.model else ""
    lacking = [f"ablation: {', '.join(ablations(settings))}"] if ablations(settings) else []
    console.print(Text("\n".join([f"{settings.suite} by {settings.agent}{model}", *lacking])))
    for title, counts in (("attempts", result.statuses), ("calls", result.outcomes)):
        told = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in counts.items()) or "none"
        console.print(Text(f"{title}: {told}"))
    for found in result.tool_errors:
        if found.errors >= _MANY_ERRORS:
            console.print(Text(f"tool errors: {_tool_errors(found)}"), soft_wrap=True)
    if result.verdicts:
        console.print(Text(f"checks: {'; '.join(_checked(result))}"))
    if result.looks is not None:
        console.print(Text(f"looked at for checks: {_looked(result.looks)}"), soft_wrap=True)
    used = usage_parts(result.usage)
    if used:
        console.print(Text(f"used: {', '.join(used)}"))
    for one in result.unscored[:_MOST_LISTED]:
        console.print(Text(f"not scored: {one.id}: {one.status.value.replace('_', ' ')}: {one.reason}"))
    if len(result.unscored) > _MOST_LISTED:
        console.print(f"… and {len(result.unscored) - _MOST_LISTED} more that are not scored (all in --json)")
    if result.open:
        console.print(f"not made yet: {result.open}")
    console.print()


def _tool_errors(found: ToolErrors) -> str:
    """A dead service costs the agent points: say so where somebody can do something about it."""
    problem = f" ({found.problem})" if found.problem else ""
    return (
        f"{found.errors} of {found.calls} calls of {found.server}, and they are scored; first: "
        f"{found.first}{problem}. If its service was down, mend that and run again."
    )


def _checked(result: RunResult) -> Iterator[str]:
    if result.success is not None:
        yield f"{result.success:.0%} of the attempts pass all of theirs"
    if result.undecided:
        yield f"{result.undecided} of {len(result.verdicts)} attempts are undecided, and in no share"
    if result.coverage is not None:
        yield f"answers state {result.coverage:.0%} of what they should"


def _looked(looks: Looks) -> str:
    told = [f"{looks.asked} judgements by {', '.join(looks.judges)}"]
    if looks.missing:
        told.append(f"{looks.missing} of them missing ({looks.problems[0]})")
    return ", ".join([*told, *usage_parts(looks.usage)])


def print_side_by_side(console: Console, reports: Sequence[tuple[str, ScoreReport, RunResult]]) -> None:
    """One row for each run: the six metrics, their mean, and how attempts ended.

    In brackets stands what is in no mean: attempts that are not scored, and those whose checks are undecided.
    """
    table = plain_table()
    table.add_column("Agent", overflow="fold")
    table.add_column("Tasks", justify="right")
    for name in METRICS:
        table.add_column(HEADINGS[name], justify="right", no_wrap=True)
    table.add_column("Mean", justify="right", no_wrap=True)
    checked = any(result.verdicts for _, _, result in reports)
    if checked:
        table.add_column("Checks", justify="right", no_wrap=True)
    for name, report, result in reports:
        metrics = report.total.metrics
        values = [f"{getattr(metrics, metric):.3f}" for metric in METRICS]
        left_out = f" (+{len(result.unscored) + result.open})" if result.unscored or result.open else ""
        undecided = f" (+{result.undecided})" if result.undecided else ""
        success = [f"{_mean(result.success)}{undecided}"] if checked else []
        table.add_row(
            Text(name), f"{report.total.tasks}{left_out}", *values, f"{metrics.average:.3f}", *success
        )
    console.print(table)


def print_families(
    console: Console, reports: Sequence[tuple[str, ScoreReport]], families: Sequence[str]
) -> None:
    """The mean of the six metrics: runs by family, beside what the paper says of its models."""
    table = plain_table()
    table.add_column("Family", no_wrap=True, overflow="ellipsis", max_width=_LONGEST_FAMILY)
    for name in (*(name for name, _ in reports), _BEST_PUBLISHED, "14 models"):
        table.add_column(Text(name), justify="right", no_wrap=True)
    for family in families:
        found = [report.families.get(family) for _, report in reports]
        ours = [None if part is None else part.metrics.average for part in found]
        table.add_row(Text(family), *map(_mean, (*ours, *_published(family))))
    table.add_section()
    ours = [report.total.metrics.average for _, report in reports]
    cells = ("All", *map(_mean, (*ours, *_published(TOTAL))))
    table.add_row(*(Text(cell, style="bold") for cell in cells))
    console.print(table)
    console.print(
        f"The mean of the six metrics. {_BEST_PUBLISHED} and the average of 14 models as the paper has them, "
        "on its own tasks of these families.",
        style="dim",
    )


def _published(family: str) -> tuple[float | None, float | None]:
    return published_mean(family, _BEST_PUBLISHED), published_average(family)


def _mean(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def run_to_dict(result: RunResult) -> dict[str, Any]:
    """For a JSON file: everything but the trajectories, which are in the journal."""
    plain: dict[str, Any] = msgspec.to_builtins(result)
    del plain["tasks"], plain["trajectories"]
    return plain
